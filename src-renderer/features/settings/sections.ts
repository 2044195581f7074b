/** Sections: what the settings are made of, in the order of the screen. Adding one is a file here and a line below. */
import type { ComponentType } from 'react'
import { ConnectSettings } from './connect-settings.js'
import { FileSettings } from './file-behind.js'
import { LooksSettings } from './looks-settings.js'
import { SafetySettings } from './safety-settings.js'
import type { SectionProps } from './section.js'
import { StreamingSettings } from './streaming-settings.js'
import { TrailSettings } from './trail-settings.js'

export type SectionName = 'looks' | 'safety' | 'streaming' | 'trail' | 'connect' | 'file'

export const sections: Readonly<Record<SectionName, ComponentType<SectionProps>>> = {
  looks: LooksSettings,
  safety: SafetySettings,
  streaming: StreamingSettings,
  trail: TrailSettings,
  connect: ConnectSettings,
  file: FileSettings,
}

export const sectionNames = Object.keys(sections) as readonly SectionName[]
