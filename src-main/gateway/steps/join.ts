/**
 * Join: who asks the same again waits with who asked first. It costs no rate and reads nothing from the server, so that
 * a client may ask as often as it was told to.
 */
import type { Joined } from '../call-path.js'
import { fingerprintOf } from '../fingerprint.js'
import type { Authorised, Gatehouse } from './call-stages.js'
import { boundBy } from './confirm.js'

export function join(call: Authorised, { asked }: Gatehouse): Authorised | Joined {
  if (asked.areNone) return call
  const twin = asked.twinOf(fingerprintOf(boundBy(call, call.manifest)), call.caller)
  return twin ? { joined: twin } : call
}
