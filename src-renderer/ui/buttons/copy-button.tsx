/** Copy button: calls its copy handler, and shows whether it succeeded. */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from './button.js'

export interface CopyButtonProps {
  readonly label: string
  /** Resolves to whether it worked. */
  readonly onCopy: () => Promise<boolean>
}

const shownFor = 2_400

export const CopyButton = ({ label, onCopy }: CopyButtonProps) => {
  const { t } = useTranslation()
  const [outcome, setOutcome] = useState<'copied' | 'failed'>()
  useEffect(() => {
    if (outcome === undefined) return
    const timer = setTimeout(() => setOutcome(undefined), shownFor)
    return () => clearTimeout(timer)
  }, [outcome])
  const copy = async () => setOutcome((await onCopy()) ? 'copied' : 'failed')
  return (
    <>
      <Button size="s" icon={outcome === 'copied' ? 'done' : 'copy'} onClick={() => void copy()}>
        {outcome === undefined ? label : t(`copy.${outcome}`)}
      </Button>
      <span className="visually-hidden" role="status">
        {outcome && t(`copy.${outcome}`)}
      </span>
    </>
  )
}
