/** Fake audience: Streamer.bot that is read, a sign-in at Twitch, and what viewers suggest. */
import type { AudienceState, SourceState } from '@shared/streaming/audience.js'
import type { Result } from '../../../src-main/owner/table/shapes.js'
import type { PageOrder, Payload, Returned } from '../../../src-main/owner/table/table.js'

type AudienceHandlers = {
  [C in Extract<PageOrder, `audience:${string}`>]: (payload: Payload<C>) => Result<Returned<C>>
}

export const noAudience: AudienceState = {
  sources: [
    { id: 'streamer-bot', kind: 'off' },
    { id: 'twitch', kind: 'off' },
  ],
  twitch: { kind: 'signed-out' },
  suggestions: [],
}

const online: SourceState = {
  id: 'streamer-bot',
  kind: 'online',
  channels: [
    { platform: 'twitch', name: 'Nova' },
    { platform: 'youtube', name: 'Nova' },
  ],
  hasPolls: false,
}

export const exampleAudience = (now: number): AudienceState => ({
  sources: [online, { id: 'twitch', kind: 'connecting' }],
  twitch: { kind: 'signing-in', code: 'ABCDEFGH', address: 'https://www.twitch.tv/activate?device-code=ABCDEFGH' },
  suggestions: [
    {
      id: 2,
      platform: 'twitch',
      userName: 'Mika',
      text: 'build a lighthouse on the cliff next to the harbour',
      count: 12,
      isSent: false,
      at: new Date(now - 20_000).toISOString(),
    },
    {
      id: 1,
      platform: 'youtube',
      userName: 'Pixel Otter',
      text: 'make it rain',
      count: 1,
      isSent: true,
      at: new Date(now - 200_000).toISOString(),
    },
  ],
})

interface FakeViewers {
  audience: AudienceState
}

export function audienceOf(
  shell: FakeViewers,
  push: (channel: 'audience:changed', message: AudienceState) => void,
): AudienceHandlers {
  const set = (part: Partial<AudienceState>) => {
    shell.audience = { ...shell.audience, ...part }
    push('audience:changed', shell.audience)
    return { ok: true, value: null } as const
  }
  const withSource = (changed: SourceState) => ({
    sources: shell.audience.sources.map((one) => (one.id === changed.id ? changed : one)),
  })
  return {
    'audience:state': () => ({ ok: true, value: shell.audience }),
    'audience:test': () => ({ ok: true, value: online }),
    'audience:add': () => {
      set(withSource(online))
      return { ok: true, value: { isKept: true } }
    },
    'audience:remove': ({ source }) =>
      set({ ...withSource({ id: source, kind: 'off' }), twitch: { kind: 'signed-out' } }),
    'audience:connect': () => ({ ok: true, value: null }),
    'audience:sign-in': () => {
      const { twitch } = exampleAudience(Date.now())
      set({ twitch })
      return { ok: true, value: twitch }
    },
    'audience:cancel-sign-in': () => set({ twitch: { kind: 'signed-out' } }),
    'audience:open-sign-in': () => ({ ok: true, value: null }),
    'audience:send-suggestion': ({ id }) =>
      set({ suggestions: shell.audience.suggestions.map((one) => (one.id === id ? { ...one, isSent: true } : one)) }),
    'audience:copy-suggestion': () => ({ ok: true, value: null }),
    'audience:dismiss-suggestion': ({ id }) =>
      set({ suggestions: shell.audience.suggestions.filter((one) => one.id !== id) }),
  }
}
