/** Setting: what is chosen, what that means, and the control. */
import type { ReactNode } from 'react'

export interface SettingProps {
  readonly title: string
  readonly text: string
  readonly children: ReactNode
}

export const Setting = ({ title, text, children }: SettingProps) => (
  <section className="setting">
    <div>
      <h3>{title}</h3>
      <p>{text}</p>
    </div>
    {children}
  </section>
)
