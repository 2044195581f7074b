/**
 * Remote orders: what each order of a page does where the page belongs to a gateway on another computer.
 *
 * Guards invariant 6: an order goes to that gateway only, as an order of that page, and what this computer follows
 * itself touches no server. A request is approved only where it was visible long enough, here as well as there.
 */
import { isErrorCode } from '@contract/error-catalogue.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { ContractError } from '@contract/generated/error.js'
import type { OpenApproval } from '@shared/approvals/approval.js'
import type { OpenInputRequest } from '@shared/approvals/input-request.js'
import { includesRole } from '@shared/clients/person-role.js'
import { defaultSettings, type Settings } from '@shared/program/settings.js'
import type { GatewayIdentity } from '@shared/remote/gateway.js'
import { mixSettings, splitChange } from '@shared/remote/own-settings.js'
import type { RemotePersonTerms } from '@shared/remote/wire.js'
import { mayAnswer } from '../../policy/approvals/role-rights.js'
import type { ApprovalScreen } from '../orders/approvals.js'
import type { ApprovalResult } from '../table/shapes.js'
import {
  type Giver,
  isFollowedHere,
  mayGive,
  type OrderName,
  type Orders,
  type PageName,
  type PageOrder,
  type Returned,
} from '../table/table.js'
import type { GatewayLink } from './gateway-link.js'

export interface RemoteOrdersParts {
  readonly link: Pick<GatewayLink, 'order' | 'connect'> & { readonly identity: GatewayIdentity }
  /** The orders of the pages of this computer's own gateway. */
  readonly own: Orders<PageOrder>
  /** The pop-up of this gateway. */
  readonly screen: ApprovalScreen
  readonly ownSettings: () => Settings
  /** Opens an https address in the person's browser. */
  readonly openAddress: (href: string) => Promise<void>
  /** Called with each result of the gateway before a page gets it. */
  readonly onResult: (name: PageOrder, result: unknown) => void
  /** Orders that connect AI clients of this computer to this gateway. */
  readonly connect?: Partial<Orders<PageOrder>>
}

/** Whether a request is shown to this person as one to answer: whoever may approve it. */
export const isTheirs = (approval: OpenApproval, person: RemotePersonTerms): boolean =>
  mayAnswer(person, 'approve', approval)

export function remoteOrders(parts: RemoteOrdersParts): Orders<PageOrder> {
  const { link, own, screen, ownSettings } = parts

  /** @throws GatewayError of the gateway, or of the link */
  async function send<N extends PageOrder>(page: PageName, name: N, payload: unknown): Promise<Returned<N>> {
    const { person } = link.identity
    if (!mayGive({ page, person: { ...person, kind: 'remote' } }, name)) throw notAllowed(name)
    const result = await link.order({ page, name, payload })
    if (!result.ok) throw errorOf(result.error)
    parts.onResult(name, result.value)
    return result.value as Returned<N>
  }

  const forward =
    (name: PageOrder) =>
    (payload: unknown, giver: Giver): Promise<unknown> =>
      send(pageOf(giver), name, payload)

  const mayDecide = (id: string, decision: string, giver: Giver): boolean =>
    decision === 'deny' || (giver === 'pop-up' && screen.mayApprove(id))

  const here: Partial<Orders<PageOrder>> = {
    'app:info': async (payload, giver) => ({
      ...(await own['app:info'](payload, giver)),
      firstRun: false,
      gateway: link.identity,
    }),
    'settings:get': async (_payload, giver) => {
      const theirs = await send(pageOf(giver), 'settings:get', undefined).catch(() => defaultSettings)
      return mixSettings(theirs, ownSettings())
    },
    'settings:change': async (change, giver) => {
      const split = splitChange(change)
      if (Object.keys(split.own).length > 0) await own['settings:change'](split.own, giver)
      const hasTheirs = Object.keys(split.theirs).length > 0
      const theirs = hasTheirs
        ? await send(pageOf(giver), 'settings:change', split.theirs)
        : await send(pageOf(giver), 'settings:get', undefined)
      return mixSettings(theirs, ownSettings())
    },
    'settings:problem': () => null,
    'approvals:list': async (_payload, giver) => {
      const all = await send(pageOf(giver), 'approvals:list', undefined)
      return giver === 'pop-up' ? all.filter((one) => isTheirs(one, link.identity.person)) : all
    },
    'approvals:show': ({ id }) => screen.show(id),
    'inputs:show': ({ id }) => screen.show(id),
    'approvals:decide': async (given, giver) => {
      if (!mayDecide(given.id, given.decision, giver)) throw new GatewayError('RISK.APPROVAL_TOO_QUICK')
      await send(pageOf(giver), 'approvals:decide', given)
    },
    'approvals:decideMany': async ({ ids, ...given }, giver) => {
      const read = ids.filter((id) => mayDecide(id, given.decision, giver))
      const unread = ids.filter((id) => !read.includes(id))
      const error = new GatewayError('RISK.APPROVAL_TOO_QUICK').toContract()
      const refused: readonly ApprovalResult[] = unread.map((id) => ({ id, error }))
      if (read.length === 0) return refused
      return [...(await send(pageOf(giver), 'approvals:decideMany', { ids: read, ...given })), ...refused]
    },
    'inputs:answer': async (given, giver) => {
      const isAccepted = given.answer.action === 'accept'
      if (isAccepted && !mayDecide(given.id, 'approve', giver)) throw new GatewayError('RISK.APPROVAL_TOO_QUICK')
      const open: readonly OpenInputRequest[] = isAccepted ? await send(pageOf(giver), 'inputs:list', undefined) : []
      await send(pageOf(giver), 'inputs:answer', given)
      const content = open.find(({ id }) => id === given.id)?.content
      if (content?.kind === 'url' && content.address.isHttps) await parts.openAddress(content.address.href)
    },
    'pop-up:shown': async (given, giver) => {
      screen.shown([given.id, ...(given.others ?? [])])
      if (includesRole(link.identity.person.role, 'moderator')) await send(pageOf(giver), 'pop-up:shown', given)
    },
    'pop-up:resize': ({ height, wide = false }) => screen.resize(height, wide),
    'crash:state': () => ({ last: null, safeMode: false }),
    'gateway:reconnect': () => link.connect(),
  }

  const orders = Object.fromEntries((Object.keys(own) as PageOrder[]).map((name) => [name, followerOf(name)] as const))
  return orders as unknown as Orders<PageOrder>

  function followerOf(name: PageOrder): unknown {
    if (here[name]) return here[name]
    if (!isFollowedHere(name)) return forward(name)
    if (parts.connect?.[name]) return parts.connect[name]
    if (name.startsWith('connect:') || notHere.has(name)) return () => Promise.reject(notAllowed(name))
    return own[name]
  }
}

/** Orders of this program that have no meaning in the window of another gateway. */
const notHere: ReadonlySet<PageOrder> = new Set<PageOrder>(['crash:connect', 'crash:dismiss', 'settings:show-file'])

const pageOf = (giver: Giver): PageName => (giver === 'pop-up' ? 'pop-up' : 'window')

const notAllowed = (name: OrderName): GatewayError =>
  new GatewayError('PERMISSION.DENIED', {
    message: 'This is not possible in the window of another gateway, or not with your role there.',
    suggestion: 'An owner can do it at the computer of the gateway.',
    details: { order: name },
  })

/** The error of a gateway, which the person trusts like this program. */
function errorOf({ code, message, suggestion, details }: ContractError): GatewayError {
  return new GatewayError(isErrorCode(code) ? code : 'BUSINESS.OPERATION_FAILED', {
    message,
    ...(suggestion !== undefined && { suggestion }),
    ...(details && { details }),
  })
}
