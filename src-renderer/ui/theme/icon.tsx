/** Icon: a drawing beside a text; screen readers skip it. */
import { type IconName, iconPaths } from './icon-paths.js'
import './icon.css'

export interface IconProps {
  readonly name: IconName
  readonly size?: number
  readonly className?: string
}

export const Icon = ({ name, size = 16, className = '' }: IconProps) => (
  <svg className={`icon ${className}`} viewBox="0 0 16 16" width={size} height={size} aria-hidden="true">
    <path d={iconPaths[name]} />
  </svg>
)

/** The gate: the logo of the program. */
export const GateMark = ({ size = 20 }: { readonly size?: number }) => (
  <svg className="gate-mark" viewBox="0 0 24 24" width={size} height={size} aria-hidden="true">
    <path d="M4 21V10a8 8 0 0 1 16 0v11" strokeWidth="2.2" />
    <path d="M9 21v-9.5M15 21v-9.5M12 21V8.5M7 14h10" strokeWidth="1.8" />
  </svg>
)
