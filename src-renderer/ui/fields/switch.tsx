/** Switch: an on or off control; its shape shows the state as well as its colour. */
import './switch.css'

export interface SwitchProps {
  /** What is on or off. */
  readonly label: string
  readonly on: boolean
  readonly disabled?: boolean
  readonly onChange: (on: boolean) => void
}

export const Switch = ({ label, on, disabled = false, onChange }: SwitchProps) => (
  <button
    type="button"
    role="switch"
    aria-checked={on}
    aria-label={label}
    className="switch"
    disabled={disabled}
    onClick={() => onChange(!on)}
  >
    <span className="switch-knob" aria-hidden="true" />
  </button>
)

/** A switch with its label beside it. */
export const SwitchField = ({ label, on, onChange }: Omit<SwitchProps, 'disabled'>) => (
  <button type="button" role="switch" aria-checked={on} className="switch-field" onClick={() => onChange(!on)}>
    <span className="switch-knob" aria-hidden="true" />
    {label}
  </button>
)
