/** A fake AI VTuber, which waits for a person. */
import type { NeuroState } from '@shared/features/neuro.js'
import type { Result } from '../../../src-main/owner/table/shapes.js'
import type { PageOrder, Payload, Returned } from '../../../src-main/owner/table/table.js'

type NeuroHandlers = {
  [C in Extract<PageOrder, `neuro:${string}`>]: (payload: Payload<C>) => Result<Returned<C>>
}

const tool = (name: string, title: string, isRead: boolean, isPlain = true) => ({
  ...{ name, title, isRead, isPlain },
  isOffered: isPlain,
  description: title,
})

export const exampleNeuro = (now: number): NeuroState => ({
  id: 'client:0a1b2c4e',
  name: 'Neuro',
  address: 'ws://localhost:8000/',
  enabled: true,
  events: true,
  phase: 'connected',
  character: 'Neuro-sama',
  since: new Date(now - 600_000).toISOString(),
  last: {
    action: 'world_time_set',
    answer: 'A person decides. I will tell you.',
    at: new Date(now - 20_000).toISOString(),
  },
  waiting: 1,
  choices: [
    tool('world_time_get', 'Read the time', true),
    tool('world_time_set', 'Set the time', false),
    tool('player_list', 'List the players', true),
    tool('ext_shop_basket', 'Fill a basket', false, false),
  ],
  dropsTools: false,
})

interface FakeVtuber {
  neuro: NeuroState | null
}

export function neuroOf(
  shell: FakeVtuber,
  push: (channel: 'neuro:changed', message: NeuroState | null) => void,
): NeuroHandlers {
  const set = (neuro: NeuroState | null) => {
    shell.neuro = neuro
    push('neuro:changed', neuro)
    return { ok: true, value: null } as const
  }
  return {
    'neuro:state': () => ({ ok: true, value: shell.neuro }),
    'neuro:test': () => ({ ok: true, value: { kind: 'open' } }),
    'neuro:add': ({ name, address }) => {
      const { last: _last, ...first } = exampleNeuro(Date.now())
      return set({ ...first, name, address, waiting: 0 })
    },
    'neuro:change': ({ tools, ...change }) =>
      set(shell.neuro && { ...shell.neuro, ...change, ...(Array.isArray(tools) && { tools }) }),
    'neuro:remove': () => set(null),
    'neuro:connect': () => ({ ok: true, value: null }),
  }
}
