/** Setting: what is chosen, what that means, and the control. */
import type { ReactNode } from 'react'

export interface SettingProps {
  readonly title: string
  readonly text: string
  /** Why it cannot be chosen here. */
  readonly cannot?: string | undefined
  /** The control stands below the text. */
  readonly tall?: true
  readonly children: ReactNode
}

export const Setting = ({ title, text, cannot, tall, children }: SettingProps) => (
  <section className={tall ? 'setting tall' : 'setting'}>
    <div>
      <h3>{title}</h3>
      <p>{text}</p>
      {cannot && <p className="setting-cannot">{cannot}</p>}
    </div>
    {children}
  </section>
)
