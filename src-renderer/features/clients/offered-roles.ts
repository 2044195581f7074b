/** Offered roles: the roles of a new key. The highest role can only be set by editing the client later. */
import type { Role } from '@shared/clients/client.js'

export const offeredRoles = ['viewer', 'operator', 'admin'] as const satisfies readonly Role[]
