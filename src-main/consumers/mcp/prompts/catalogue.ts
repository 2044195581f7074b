/** Prompts: the list of them. To add one, write its file and put it here. */
import { dailyReport } from './daily-report.js'
import { greetPlayer } from './greet-player.js'
import { prepareEvent } from './prepare-event.js'
import type { PromptTemplate } from './prompt.js'
import { whoGriefedHere } from './who-griefed-here.js'

export const prompts: readonly PromptTemplate[] = [dailyReport, whoGriefedHere, prepareEvent, greetPlayer]
