/** Role choice: how far a client may go by itself, with a sentence about what that means. */
import { useTranslation } from 'react-i18next'
import type { HeldRole } from '../../../src-main/contract/client.js'
import { Choice } from '../../ui/choice.js'

export interface RoleChoiceProps<R extends HeldRole> {
  readonly value: R
  readonly roles: readonly R[]
  readonly onChange: (role: R) => void
}

export const RoleChoice = <R extends HeldRole>({ value, roles, onChange }: RoleChoiceProps<R>) => {
  const { t } = useTranslation()
  return (
    <div className="client-card-reach">
      <span aria-hidden="true">{t('clients.role')}</span>
      <Choice
        label={t('clients.role')}
        value={value}
        options={roles.map((role) => ({ value: role, label: t(`clients.roles.${role}`) }))}
        onChange={onChange}
      />
      <p>{t(`clients.roleTexts.${value}`)}</p>
    </div>
  )
}
