/** XiaoZhi address form: sets a new address for an endpoint, for example after its token was renewed. */

import { xiaozhiLimits } from '@shared/features/xiaozhi.js'
import { checkAddress } from '@shared/features/xiaozhi-address.js'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../bridge.js'
import { useRequest } from '../../state/use-request.js'
import { Button } from '../../ui/buttons/button.js'
import { Form } from '../../ui/fields/form.js'
import { TextField } from '../../ui/fields/text-field.js'
import { ErrorNote } from '../../ui/messages/error-note.js'

export interface XiaozhiAddressFormProps {
  readonly id: string
  readonly onClose: () => void
}

export const XiaozhiAddressForm = ({ id, onClose }: XiaozhiAddressFormProps) => {
  const { t } = useTranslation()
  const [address, setAddress] = useState('')
  const [tried, setTried] = useState(false)
  const { error, send } = useRequest()
  const checked = checkAddress(address)
  const submit = async () => {
    setTried(true)
    if (!checked.ok) return
    const result = await send(attempt('xiaozhi:readdress', { id, address }))
    if (result.ok) onClose()
  }
  return (
    <Form className="voice-readdress" onSubmit={submit}>
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
    </Form>
  )
}
