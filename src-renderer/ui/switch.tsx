/** Switch: on or off, at once. The row beside it says what. */
import './switch.css'

export interface SwitchProps {
  readonly label: string
  readonly on: boolean
  readonly disabled?: boolean
  readonly onChange: (on: boolean) => void
}

export const Switch = ({ label, on, disabled = false, onChange }: SwitchProps) => (
  <button
    type="button"
    role="switch"
    className="switch"
    aria-checked={on}
    aria-label={label}
    disabled={disabled}
    onClick={() => onChange(!on)}
  />
)
