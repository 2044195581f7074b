/** Role choice: the role of a client, with a sentence about what it allows. */

import type { HeldRole } from '@shared/clients/client.js'
import { useTranslation } from 'react-i18next'
import { Choice } from '../../ui/fields/choice.js'
import './role-choice.css'

export interface RoleChoiceProps<R extends HeldRole> {
  readonly value: R
  readonly roles: readonly R[]
  readonly onChange: (role: R) => void
}

export const RoleChoice = <R extends HeldRole>({ value, roles, onChange }: RoleChoiceProps<R>) => {
  const { t } = useTranslation()
  return (
    <div className="role-choice">
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
