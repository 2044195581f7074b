/** Trail settings: what people chose of the trail, and what holds where nobody did. */
import { defaultSettings, type Settings } from '../../contract/settings.js'

export type TrailSettings = Pick<Settings, 'auditDays' | 'auditMebibytes' | 'redactAddresses'>

export const defaultTrailSettings: TrailSettings = defaultSettings
