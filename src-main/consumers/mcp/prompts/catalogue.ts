/** Prompts: the list of them. To add one, write its file and add it here. */
import { dailyReport } from './daily-report.js'
import { greetPlayer } from './greet-player.js'
import { griefInvestigation } from './grief-investigation.js'
import { prepareEvent } from './prepare-event.js'
import type { PromptTemplate } from './prompt.js'

export const prompts: readonly PromptTemplate[] = [dailyReport, griefInvestigation, prepareEvent, greetPlayer]
