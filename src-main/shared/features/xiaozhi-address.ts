/**
 * XiaoZhi address: checks whether a text is the address of an endpoint, and returns the part that may be shown.
 *
 * Guards invariant 8: the token is only sent to the host it was entered for, over `wss:` or within this computer, and a
 * problem never contains the entered text.
 */
import { xiaozhiLimits } from './xiaozhi.js'

export type AddressProblem = 'too-long' | 'not-an-address' | 'not-encrypted' | 'has-password' | 'no-token'

export type CheckedAddress =
  | { readonly ok: true; readonly address: string; readonly place: string }
  | { readonly ok: false; readonly problem: AddressProblem }

/** @param text as a person pasted it */
export function checkAddress(text: string): CheckedAddress {
  if (text.length > xiaozhiLimits.address) return { ok: false, problem: 'too-long' }
  if (!URL.canParse(text.trim())) return { ok: false, problem: 'not-an-address' }
  const url = new URL(text.trim())
  if (url.protocol !== 'wss:' && url.protocol !== 'ws:') return { ok: false, problem: 'not-an-address' }
  if (url.protocol === 'ws:' && !isThisComputer(url.hostname)) return { ok: false, problem: 'not-encrypted' }
  if (url.username !== '' || url.password !== '') return { ok: false, problem: 'has-password' }
  if (!url.searchParams.get('token')) return { ok: false, problem: 'no-token' }
  url.hash = ''
  // Without the slash the endpoint server answers 403.
  if (url.pathname.endsWith('/mcp')) url.pathname = `${url.pathname}/`
  return { ok: true, address: url.href, place: `${url.origin}${url.pathname}` }
}

/** Names are not resolved: the result may change later. */
function isThisComputer(hostname: string): boolean {
  if (hostname === 'localhost' || hostname === '[::1]') return true
  const parts = hostname.split('.')
  return (
    parts.length === 4 && parts[0] === '127' && parts.every((part) => part !== '' && Number.isInteger(Number(part)))
  )
}
