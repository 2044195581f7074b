/** Orders about OBS. Guards invariant 8: the password and the address of the overlay are never sent to a page. */
import type { ObsState, OverlayAdded, ReplaySaved } from '@shared/streaming/obs.js'
import type { OrdersAbout } from '../table/table.js'

export interface ObsAccess {
  readonly obs: {
    readonly state: ObsState
    connect(): void
    addOverlay(): Promise<OverlayAdded>
    saveReplay(): Promise<ReplaySaved>
  }
  keepPassword(password: string): boolean
}

export const obsOrders = ({ obs, keepPassword }: ObsAccess): OrdersAbout<'obs'> => ({
  'obs:state': () => obs.state,
  'obs:connect': () => obs.connect(),
  'obs:keep-password': ({ password }) => ({ isKept: keepPassword(password) }),
  'obs:add-overlay': () => obs.addOverlay(),
  'obs:save-replay': () => obs.saveReplay(),
})
