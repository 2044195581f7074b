/** Twitch scene: the model, an account and a source on a fake clock. */
import { memorySecrets } from '../../../src-main/gateway/ports/client-access.js'
import type { TwitchAccountState } from '../../../src-main/shared/streaming/audience.js'
import { TwitchAccount } from '../../../src-main/streaming/sources/twitch/twitch-account.js'
import { type SendToTwitch, sendToTwitch } from '../../../src-main/streaming/sources/twitch/twitch-http.js'
import { TwitchSource } from '../../../src-main/streaming/sources/twitch/twitch-source.js'
import { FakeClock } from '../fake-clock.js'
import { RecordingLog } from '../recording-log.js'
import { sceneOf } from '../source-scene.js'
import { Twitch } from './twitch.js'

export async function openTwitchScene(over: { readonly send?: (send: SendToTwitch) => SendToTwitch } = {}) {
  const clock = new FakeClock()
  const twitch = await Twitch.start(clock)
  const kept = memorySecrets()
  /** As a credential store does. */
  const secrets = { ...kept, set: (name: string, secret: string) => kept.set(name, secret) || true }
  const log = new RecordingLog()
  const settings = { enabled: true, clientId: twitch.accounts.clientId, bots: [] as string[] }
  const { hosts } = twitch
  const send = sendToTwitch(hosts)
  const open = () => {
    const account = new TwitchAccount({
      clock,
      log,
      secrets,
      hosts,
      clientId: () => settings.clientId,
      send: over.send?.(send) ?? send,
    })
    const source = new TwitchSource({
      clock,
      log,
      account,
      chance: () => 0,
      isEnabled: () => settings.enabled,
      bots: () => settings.bots,
      address: hosts.events,
    })
    source.apply()
    return { account, source, ...sceneOf(source) }
  }
  const accountIs = (
    account: TwitchAccount,
    fits: (state: TwitchAccountState) => boolean,
  ): Promise<TwitchAccountState> =>
    fits(account.state)
      ? Promise.resolve(account.state)
      : new Promise((resolve) => {
          const end = account.onDidChange((state) => {
            if (!fits(state)) return
            end()
            resolve(state)
          })
        })
  const parts = open()
  return {
    clock,
    twitch,
    secrets,
    log,
    settings,
    ...parts,
    /** The program after a restart. */
    open,
    accountIs,
    tokens: () => JSON.parse(secrets.get('twitch:tokens') ?? '{}') as { access?: string; refresh?: string },
    async signIn(polls = false): Promise<void> {
      await parts.account.signIn({ polls })
      twitch.accounts.confirm()
      await clock.advance(5_000)
      await accountIs(parts.account, ({ kind }) => kind === 'signed-in')
    },
    async online(polls = false): Promise<void> {
      await this.signIn(polls)
      await parts.until((state) => state.kind === 'online' && (!polls || state.hasPolls))
    },
    async stop(): Promise<void> {
      parts.source.stop()
      parts.account.stop()
      await twitch.stop()
    },
  }
}
export type TwitchScene = Awaited<ReturnType<typeof openTwitchScene>>
