/** The table of attacks through the newer doors: a file of this folder for each door. */
import type { AttackCase } from '../attack-case.js'
import type { DoorScene } from '../door-scene.js'
import { bedrockCases } from './bedrock.js'
import { chatCases } from './chat.js'
import { overlayCases } from './overlay.js'
import { serviceCases } from './services.js'
import { xiaozhiCases } from './xiaozhi.js'

export type DoorCase = AttackCase<DoorScene>

export const doorCases: Readonly<Record<string, readonly DoorCase[]>> = {
  Bedrock: bedrockCases,
  'AI in chat': chatCases,
  XiaoZhi: xiaozhiCases,
  overlay: overlayCases,
  services: serviceCases,
}
