/** Offered roles: those that are given on the first day. The highest is given by editing: nobody needs it before. */
import type { Role } from '../../../src-main/contract/client.js'

export const offeredRoles = ['viewer', 'operator', 'admin'] as const satisfies readonly Role[]
