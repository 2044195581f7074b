/** Add anyway: the second click that adds a server which is offline now. */
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/buttons/button.js'

export interface AddAnywayProps {
  readonly busy: boolean
  readonly onAdd: () => void
}

export const AddAnyway = ({ busy, onAdd }: AddAnywayProps) => {
  const { t } = useTranslation()
  return (
    <div className="add-anyway">
      <p>{t('addJava.offline')}</p>
      <Button size="s" disabled={busy} onClick={onAdd}>
        {t('addJava.addAnyway')}
      </Button>
    </div>
  )
}
