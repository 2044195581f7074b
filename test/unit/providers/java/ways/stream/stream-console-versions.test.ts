/** Every version and software: the stream console reads what RCON reads. The texts are the game's own. */
import { describe, expect, it } from 'vitest'
import { probe } from '../../../../../../src-main/providers/java/dialects/probe.js'
import { StreamConsole } from '../../../../../../src-main/providers/java/ways/stream/stream-console.js'
import { FakeClock } from '../../../../../fakes/fake-clock.js'
import { ModelConsole, type Software } from '../../../../../fakes/java/console/model-console.js'
import { MemoryWorld } from '../../../../../fakes/java/console/model-world.js'
import { versions } from '../../../../../fakes/java/console/texts.js'
import {
  ConsoleProcess,
  type ConsoleProcessOptions,
  headers,
  within,
} from '../../../../../fakes/java/console-process.js'

function modelOf(version: string, software: Software) {
  const world = new MemoryWorld()
  world.join('Steve')
  world.join('Alex')
  return new ModelConsole({ version, world, software })
}

const some = ['1.8', '1.12', '1.13', '1.14.4', '1.15.2', '1.20.3', '26.1']
const kinds: readonly (readonly [Software, readonly string[], Omit<ConsoleProcessOptions, 'run'>])[] = [
  ['vanilla', versions, {}],
  ['vanilla', some, { terminal: 'driver', keepsOrder: false }],
  ['bukkit', some, { header: headers.paper, terminal: 'jline' }],
  ['forge', some, { header: headers.forge }],
]

describe('the stream console', () => {
  for (const [software, tried, options] of kinds) {
    const name = `${software}, ${options.terminal ?? 'no terminal'}`
    it.each(tried)(`probes %s as RCON does (${name})`, async (version) => {
      const model = modelOf(version, software)
      const clock = new FakeClock()
      const stream = new ConsoleProcess({ ...options, run: (command) => model.messages(command) })
      const console = new StreamConsole({ stream, clock })
      console.start()
      const found = await within(clock, probe(console, undefined))
      const overRcon = await probe({ run: (command) => modelOf(version, software).run(command) }, undefined)
      expect(found.reads).toEqual(overRcon.reads)
      expect(found.dialect.traits).toEqual(overRcon.dialect.traits)
      expect([found.software, found.version, found.players]).toEqual([
        overRcon.software,
        overRcon.version,
        overRcon.players,
      ])
      expect(found.players.online).toBe(2)
    })
  }
})
