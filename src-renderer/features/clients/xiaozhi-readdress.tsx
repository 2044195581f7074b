/** XiaoZhi readdress: a new address for an endpoint, for example after its token was made anew. */
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ContractError } from '../../../src-main/contract/generated/error.js'
import { xiaozhiLimits } from '../../../src-main/contract/xiaozhi.js'
import { checkAddress } from '../../../src-main/contract/xiaozhi-address.js'
import { attempt } from '../../bridge.js'
import { Button } from '../../ui/button.js'
import { ErrorNote } from '../../ui/error-note.js'
import { TextField } from '../../ui/text-field.js'

export interface XiaozhiReaddressProps {
  readonly id: string
  readonly onClose: () => void
}

export const XiaozhiReaddress = ({ id, onClose }: XiaozhiReaddressProps) => {
  const { t } = useTranslation()
  const [address, setAddress] = useState('')
  const [tried, setTried] = useState(false)
  const [error, setError] = useState<ContractError>()
  const checked = checkAddress(address)
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (!checked.ok) return
    const result = await attempt('xiaozhi:readdress', { id, address })
    if (result.ok) onClose()
    else setError(result.error)
  }
  return (
    <form className="xiaozhi-readdress" noValidate onSubmit={(event) => void submit(event)}>
      <TextField
        label={t('xiaozhi.newAddress')}
        type="password"
        value={address}
        maxLength={xiaozhiLimits.address}
        problem={tried && !checked.ok ? t(`xiaozhi.problem.${checked.problem}`) : undefined}
        onChange={(event) => setAddress(event.target.value)}
      />
      <Button tone="go" type="submit">
        {t('xiaozhi.connect')}
      </Button>
      {error && <ErrorNote title={t('xiaozhi.failed')} error={error} />}
    </form>
  )
}
