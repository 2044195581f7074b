/** A section of the settings: what it is given, and how it says what a person chose. */
import type { Settings } from '@shared/program/settings.js'
import type { SettingsChange } from '../../state/change-settings.js'

export interface SectionProps {
  readonly settings: Settings
  readonly onChange: (change: SettingsChange) => void
}
