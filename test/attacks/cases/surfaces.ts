/** The table of attacks on the newer interfaces: a file of this folder for each. */
import type { AttackCase } from '../attack-case.js'
import type { SurfaceScene } from '../surface-scene.js'
import { bedrockCases } from './bedrock.js'
import { chatCases } from './chat.js'
import { overlayCases } from './overlay.js'
import { serviceCases } from './services.js'
import { xiaozhiCases } from './xiaozhi.js'

export type SurfaceCase = AttackCase<SurfaceScene>

export const surfaceCases: Readonly<Record<string, readonly SurfaceCase[]>> = {
  Bedrock: bedrockCases,
  'AI in chat': chatCases,
  XiaoZhi: xiaozhiCases,
  overlay: overlayCases,
  services: serviceCases,
}
