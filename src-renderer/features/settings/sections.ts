/** Sections: the sections of the settings, in the order of the screen. To add one, add a file here and a line below. */
import type { ComponentType } from 'react'
import { AboutSettings } from './about-settings.js'
import { AppearanceSettings } from './appearance-settings.js'
import { ChatSettingsSection } from './chat-settings.js'
import { ConnectionSettings } from './connection-settings.js'
import { GatewaySettings } from './gateway-settings.js'
import { NoticeSettings } from './notice-settings.js'
import { WhereYouAnswer } from './people/where-you-answer.js'
import { QuestionSettings } from './question-settings.js'
import { SafetySettings } from './safety-settings.js'
import type { SectionProps } from './section.js'
import { FileSettings } from './settings-file.js'
import { StartSettings } from './start-settings.js'
import { StreamingSettings } from './streaming-settings.js'
import { TrailSettings } from './trail-settings.js'
import { UpdateSettings } from './update-settings.js'
import { ViewerSettings } from './viewers/viewer-settings.js'

export type SectionName =
  | 'looks'
  | 'start'
  | 'people'
  | 'questions'
  | 'notices'
  | 'safety'
  | 'streaming'
  | 'viewers'
  | 'chat'
  | 'trail'
  | 'connect'
  | 'gateways'
  | 'updates'
  | 'file'
  | 'about'

export const sections: Readonly<Record<SectionName, ComponentType<SectionProps>>> = {
  looks: AppearanceSettings,
  start: StartSettings,
  people: WhereYouAnswer,
  questions: QuestionSettings,
  notices: NoticeSettings,
  safety: SafetySettings,
  streaming: StreamingSettings,
  viewers: ViewerSettings,
  chat: ChatSettingsSection,
  trail: TrailSettings,
  connect: ConnectionSettings,
  gateways: GatewaySettings,
  updates: UpdateSettings,
  file: FileSettings,
  about: AboutSettings,
}

export const sectionNames = Object.keys(sections) as readonly SectionName[]
