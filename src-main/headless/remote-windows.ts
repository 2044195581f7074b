/** Remote windows: what the windows of people on other computers order from a headless program, and receive from it. */
import type { Composed } from '../compose/composed.js'
import { openRemoteDoor } from '../compose/remote-door.js'
import type { PayloadCheck } from '../owner/doors/payload-check.js'
import { type EventSources, followEvents } from '../owner/events.js'
import type { Orders, RemoteOrder, SendEvent } from '../owner/table/table.js'
import { systemClock } from '../storage/system-clock.js'

export class RemoteWindows {
  #send: SendEvent = () => {}

  /** Reaches nobody until the door is open. */
  readonly send: SendEvent = (name, message) => this.#send(name, message)

  /** Opens the door where it is switched on, and follows events from the first time that it is. */
  async open(
    composed: Composed,
    orders: Orders<RemoteOrder>,
    check: PayloadCheck,
    sources: EventSources,
  ): Promise<void> {
    const { gateway, remote, settings, stream } = composed
    const door = await openRemoteDoor(composed, orders, check)
    this.#send = door.send
    let isFollowing = false
    const follow = () => {
      if (isFollowing || remote.view.door.kind !== 'on') return
      isFollowing = true
      followEvents(sources, { to: ['window', 'pop-up'], send: door.send, clock: systemClock })
      gateway.panic.onDidChange((state) =>
        door.send('panic:changed', { ...state, keys: { accelerator: '', works: false } }),
      )
      settings.onDidChange((changed) => door.send('settings:changed', { settings: changed, language: stream.language }))
    }
    remote.onDidChange(follow)
    follow()
  }
}
