/**
 * Commands of the model console about triggers, as the game has them from 1.13 on: a trigger is locked until it is
 * enabled for a name, and again after each use.
 */
import { fail, numberOf, type Run, type Session, syntaxFailure } from './model-command.js'
import type { ModelObjective } from './model-world.js'

const shownObjective = (name: string): string => `[${name}]`

function objectiveOf(name: string, { world, texts }: Session): ModelObjective {
  return world.server.objectives.get(name) ?? fail(texts.say('arguments.objective.notFound', name))
}

/** From 1.20.3 on the name is shown with its team, before only the name. */
async function shownHolder(name: string, session: Session): Promise<string> {
  const prefix = (await session.world.players()).find((one) => one.name === name)?.prefix ?? ''
  return session.since('1.20.3') ? `${prefix}${name}` : name
}

/** A name without scores is no error from 1.13 on. */
function scoresOf(holder: string, { texts, world, since }: Session): readonly string[] {
  if (!since('1.13')) return fail(texts.say('commands.scoreboard.players.list.player.empty', holder))
  const entries = [...world.server.objectives].flatMap(([name, { scores }]) => {
    const score = scores.get(holder)
    return score ? [texts.say('commands.scoreboard.players.list.entity.entry', shownObjective(name), score.value)] : []
  })
  if (entries.length === 0) return [texts.say('commands.scoreboard.players.list.entity.empty', holder)]
  return [texts.say('commands.scoreboard.players.list.entity.success', holder, entries.length), ...entries]
}

export const scoreboardCommands: Readonly<Record<string, Run>> = {
  async scoreboard([part, action, ...given], session) {
    const { texts, world } = session
    const { objectives } = world.server
    if (part === 'players' && action === 'list' && given[0] !== undefined) return scoresOf(given[0], session)
    if (!session.since('1.13')) return syntaxFailure(session, 'scoreboard')
    if (part === 'objectives') {
      const [name = '', criterion = ''] = given
      if (action === 'list' && objectives.size === 0) return [texts.say('commands.scoreboard.objectives.list.empty')]
      if (action === 'list') {
        const names = [...objectives.keys()].map(shownObjective).join(', ')
        return [texts.say('commands.scoreboard.objectives.list.success', objectives.size, names)]
      }
      if (action === 'add') {
        if (objectives.has(name)) return fail(texts.say('commands.scoreboard.objectives.add.duplicate'))
        objectives.set(name, { criterion, scores: new Map() })
        return [texts.say('commands.scoreboard.objectives.add.success', shownObjective(name))]
      }
      objectiveOf(name, session)
      objectives.delete(name)
      return [texts.say('commands.scoreboard.objectives.remove.success', shownObjective(name))]
    }
    const [holder = '', name = '', value] = given
    const { criterion, scores } = objectiveOf(name, session)
    const who = await shownHolder(holder, session)
    const score = scores.get(holder)
    switch (action) {
      case 'enable': {
        if (criterion !== 'trigger') return fail(texts.say('commands.scoreboard.players.enable.invalid'))
        if (score && !score.isLocked) return fail(texts.say('commands.scoreboard.players.enable.failed'))
        scores.set(holder, { value: score?.value ?? 0, isLocked: false })
        return [texts.say('commands.scoreboard.players.enable.success.single', shownObjective(name), who)]
      }
      case 'get':
        if (!score) return fail(texts.say('commands.scoreboard.players.get.null', name, who))
        return [texts.say('commands.scoreboard.players.get.success', who, score.value, shownObjective(name))]
      case 'set':
        scores.set(holder, { value: numberOf(value, session), isLocked: score?.isLocked ?? true })
        return [texts.say('commands.scoreboard.players.set.success.single', shownObjective(name), who, value ?? '')]
      case 'reset':
        scores.delete(holder)
        return [texts.say('commands.scoreboard.players.reset.specific.single', shownObjective(name), who)]
      default:
        return syntaxFailure(session, action ?? '')
    }
  },
}
