/** The world: its time, weather, rules, pace and blocks. */
import { ContractError } from '../contract-error.mjs'
import { boolean, dictionary, either, integer, oneOf, optional, record, scalar, text } from '../parameters.mjs'
import { blockPlace, inThisWorld, reason, worldName } from './shared-parameters.mjs'

const ruleName = text({ least: 1, most: 64, pattern: /^[A-Za-z][A-Za-z0-9_:.]*$/u })
const ruleValue = either(boolean(), integer(Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER), text({ most: 256 }))

export const world = {
  'world.time.get': {
    parameters: record({ worldName }),
    perform: (here, { worldName: name }) => {
      inThisWorld(here, name)
      const { time, day, fullTime } = here.time()
      return { worldName: name, time, fullTime, day, phase: phaseOf(time) }
    },
  },

  'world.time.set': {
    parameters: record({ worldName, time: integer(0, 24_000), reason }),
    perform: (here, { worldName: name, time }) => {
      inThisWorld(here, name)
      const previousTime = here.time().time
      here.setTime(time)
      return { worldName: name, previousTime, time: here.time().time }
    },
  },

  'world.weather.get': {
    parameters: record({ worldName }),
    perform: (here, { worldName: name }) => {
      inThisWorld(here, name)
      return { worldName: name, ...here.weather() }
    },
  },

  'world.weather.set': {
    parameters: record({
      worldName,
      weather: oneOf('clear', 'rain', 'thunder'),
      durationSeconds: optional(integer(1, 1_000_000)),
      reason,
    }),
    perform: (here, { worldName: name, weather, durationSeconds }) => {
      inThisWorld(here, name)
      const previousWeather = here.weather().weather
      here.setWeather(weather, durationSeconds)
      return { worldName: name, previousWeather, weather: here.weather().weather }
    },
  },

  'world.rule.get': {
    parameters: record({ worldName, rule: ruleName }),
    perform: (here, { worldName: name, rule }) => {
      inThisWorld(here, name)
      return { worldName: name, rule, value: ruleOf(here, rule).get() }
    },
  },

  'world.rule.set': {
    parameters: record({ worldName, rule: ruleName, value: ruleValue, reason }),
    perform: (here, { worldName: name, rule, value }) => {
      inThisWorld(here, name)
      const { get, set } = ruleOf(here, rule)
      if (typeof value !== 'boolean')
        throw new ContractError('BUSINESS.OPERATION_FAILED', `${rule} is true or false`, { rule, value })
      const previousValue = get()
      set(value)
      return { worldName: name, rule, previousValue, value: get() }
    },
  },

  'world.tps.get': {
    parameters: record({}),
    perform: (here) => ({ tps: here.ticksPerSecond() }),
  },

  'world.block.get': {
    parameters: record({ location: blockPlace }),
    perform: async (here, { location }) => {
      insideOf(here, location)
      return { location, ...(await here.blockAt(location)) }
    },
  },

  'world.block.set': {
    parameters: record({
      location: blockPlace,
      type: text({ least: 1, most: 128, pattern: /^[a-z0-9_.-]+(?::[a-z0-9_./-]+)?$/u }),
      states: optional(dictionary(scalar(), 32)),
      reason,
    }),
    perform: async (here, { location, type, states }) => {
      insideOf(here, location)
      const state = here.blockState(type, states)
      if (state === undefined)
        throw new ContractError('BUSINESS.OPERATION_FAILED', `There is no such block as ${type}`, { type, states })
      const { type: previousType } = await here.blockAt(location)
      await here.setBlock(location, state)
      return { location, previousType, type: (await here.blockAt(location)).type }
    },
  },
}

function ruleOf(here, rule) {
  if (Object.hasOwn(here.rules, rule)) return here.rules[rule]
  throw new ContractError('BUSINESS.OPERATION_FAILED', `This server has no game rule ${rule}`, { rule })
}

function insideOf(here, { world: name, x, y, z }) {
  inThisWorld(here, name)
  if (here.hasHeight(y)) return
  throw new ContractError('BUSINESS.INVALID_LOCATION', 'There are no blocks at that height', { x, y, z })
}

const phases = [
  { until: 1_000, phase: 'dawn' },
  { until: 12_000, phase: 'day' },
  { until: 13_000, phase: 'dusk' },
  { until: 23_000, phase: 'night' },
]

const phaseOf = (time) => phases.find(({ until }) => time < until)?.phase ?? 'dawn'
