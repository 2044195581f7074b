/** The table of attacks: a file of this folder for each cause, one row for each attack. */
import type { AttackCase } from '../attack-case.js'
import { agentCases } from './agents.js'
import { bodyCases } from './bodies.js'
import { certificateCases } from './certificates.js'
import { connectionCases } from './connections.js'
import { logFileCases } from './log-files.js'
import { rconCases } from './rcon.js'
import { regionFileCases } from './region-files.js'

export const attackCases: readonly AttackCase[] = [
  ...agentCases,
  ...bodyCases,
  ...connectionCases,
  ...rconCases,
  ...logFileCases,
  ...regionFileCases,
  ...certificateCases,
]
