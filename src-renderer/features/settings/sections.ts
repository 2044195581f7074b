/** Sections: what the settings are made of, in the order of the screen. Adding one is a file here and a line below. */
import type { ComponentType } from 'react'
import { AboutSettings } from './about-settings.js'
import { ConnectSettings } from './connect-settings.js'
import { FileSettings } from './file-behind.js'
import { LooksSettings } from './looks-settings.js'
import { SafetySettings } from './safety-settings.js'
import type { SectionProps } from './section.js'
import { TrailSettings } from './trail-settings.js'
import { UpdateSettings } from './update-settings.js'

export type SectionName = 'looks' | 'safety' | 'trail' | 'connect' | 'updates' | 'file' | 'about'

export const sections: Readonly<Record<SectionName, ComponentType<SectionProps>>> = {
  looks: LooksSettings,
  safety: SafetySettings,
  trail: TrailSettings,
  connect: ConnectSettings,
  updates: UpdateSettings,
  file: FileSettings,
  about: AboutSettings,
}

export const sectionNames = Object.keys(sections) as readonly SectionName[]
