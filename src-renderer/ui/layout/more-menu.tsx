/** More menu: the actions of a row or a page that have no button of their own. */
import { DropdownMenu } from 'radix-ui'
import { useTranslation } from 'react-i18next'
import { Icon } from '../theme/icon.js'
import './menu.css'

export interface MenuAction {
  readonly label: string
  readonly isDangerous?: boolean
  /** Also a class of the item, for one that is shown in a small window only. */
  readonly className?: string
  readonly onSelect: () => void
}

export interface MoreMenuProps {
  /** What the actions are about. */
  readonly about: string
  readonly actions: readonly MenuAction[]
}

export const MoreMenu = ({ about, actions }: MoreMenuProps) => {
  const { t } = useTranslation()
  const label = t('app.more', { about })
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="button plain s menu-button" aria-label={label} title={label}>
        <Icon name="more" size={16} />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4} collisionPadding={8}>
          {actions.map(({ label, isDangerous = false, className = '', onSelect }) => (
            <DropdownMenu.Item
              key={label}
              className={`menu-item ${isDangerous ? 'danger' : ''} ${className}`}
              onSelect={onSelect}
            >
              {label}
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
