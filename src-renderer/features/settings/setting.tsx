/** Setting: what is chosen, what that means, and the control. */
import type { ReactNode } from 'react'

export interface SettingProps {
  readonly title: string
  readonly text: string
  /** Why it cannot be chosen here. */
  readonly cannot?: string | undefined
  readonly children: ReactNode
}

export const Setting = ({ title, text, cannot, children }: SettingProps) => (
  <section className="setting">
    <div>
      <h3>{title}</h3>
      <p>{text}</p>
      {cannot && <p className="setting-cannot">{cannot}</p>}
    </div>
    {children}
  </section>
)
