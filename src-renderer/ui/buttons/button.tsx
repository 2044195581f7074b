/**
 * Button: `go` for the main action of a screen, `final` when it can't be undone, `broad` when it allows much and is risky,
 * `danger` when it removes something, `quiet` for the rest.
 */
import type { ComponentProps } from 'react'
import { Icon } from '../theme/icon.js'
import type { IconName } from '../theme/icon-paths.js'
import './button.css'

export interface ButtonProps extends ComponentProps<'button'> {
  readonly tone?: 'plain' | 'go' | 'final' | 'broad' | 'danger' | 'quiet'
  readonly size?: 'm' | 's'
  readonly icon?: IconName
}

export const Button = ({ tone = 'plain', size = 'm', icon, className = '', children, ...rest }: ButtonProps) => (
  <button type="button" className={`button ${tone} ${size} ${className}`} {...rest}>
    {icon && <Icon name={icon} size={size === 's' ? 14 : 16} />}
    {children}
  </button>
)
