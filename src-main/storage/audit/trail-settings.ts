/** Trail settings: the user's settings for the trail, and their defaults. */
import { defaultSettings, type Settings } from '@shared/program/settings.js'

export type TrailSettings = Pick<Settings, 'auditDays' | 'auditMebibytes' | 'redactAddresses'>

export const defaultTrailSettings: TrailSettings = defaultSettings
