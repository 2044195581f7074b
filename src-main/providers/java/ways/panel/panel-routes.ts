/**
 * Panel routes: every call that Gatehouse makes to a panel.
 *
 * A key of an account can delete its servers, so a call outside of this list cannot be made (invariant 7). Names of
 * permissions are those of a subuser.
 */

/** `request` counts against the limit of the account; `ticket` also against that of the server. */
export type PanelBudgetKind = 'request' | 'ticket'

export interface PanelRoute {
  readonly method: 'GET' | 'POST' | 'PUT'
  /** Below `/api/client`. */
  readonly path: string
  /** What a subuser needs; absent where everybody who sees the server may. */
  readonly permission?: string
  readonly budget: PanelBudgetKind
  /** As the panel's own record names it; absent where nothing changes. */
  readonly event?: string
  /** Maximum bytes of the response. */
  readonly most: number
}

const small = 64 * 1024
/** The JSON of a hostile panel takes many times its length while it is read. */
const list = 1024 * 1024
/** Panels refuse to show larger files. */
export const maxContents = 4 * 1024 * 1024

const server = '/servers/{server}'
const read = { method: 'GET', budget: 'request' } as const
const order = { method: 'POST', budget: 'request', most: small } as const

export const panelRoutes = {
  listServers: { ...read, path: '/', most: list },
  viewServer: { ...read, path: server, most: small * 4 },
  resources: { ...read, path: `${server}/resources`, most: small },
  ticket: { ...read, path: `${server}/websocket`, permission: 'websocket.connect', budget: 'ticket', most: small },
  listFiles: { ...read, path: `${server}/files/list`, permission: 'file.read', most: list },
  readFile: { ...read, path: `${server}/files/contents`, permission: 'file.read-content', most: maxContents },
  downloadFile: { ...read, path: `${server}/files/download`, permission: 'file.read-content', most: small },
  uploadFile: { ...read, path: `${server}/files/upload`, permission: 'file.create', most: small },
  writeFile: { ...order, path: `${server}/files/write`, permission: 'file.create', event: 'server:file.write' },
  makeFolder: {
    ...order,
    path: `${server}/files/create-folder`,
    permission: 'file.create',
    event: 'server:file.create-directory',
  },
  renameFiles: {
    ...order,
    method: 'PUT',
    path: `${server}/files/rename`,
    permission: 'file.update',
    event: 'server:file.rename',
  },
  removeFiles: { ...order, path: `${server}/files/delete`, permission: 'file.delete', event: 'server:file.delete' },
  listBackups: { ...read, path: `${server}/backups`, permission: 'backup.read', most: list },
  viewBackup: { ...read, path: `${server}/backups/{backup}`, permission: 'backup.read', most: small },
  createBackup: { ...order, path: `${server}/backups`, permission: 'backup.create', event: 'server:backup.start' },
  restoreBackup: {
    ...order,
    path: `${server}/backups/{backup}/restore`,
    permission: 'backup.restore',
    event: 'server:backup.restore',
  },
  activity: { ...read, path: `${server}/activity`, permission: 'activity.read', most: list },
  start: { ...order, path: `${server}/power`, permission: 'control.start', event: 'server:power.start' },
  stop: { ...order, path: `${server}/power`, permission: 'control.stop', event: 'server:power.stop' },
  restart: { ...order, path: `${server}/power`, permission: 'control.restart', event: 'server:power.restart' },
} as const satisfies Readonly<Record<string, PanelRoute>>

export type PanelRouteName = keyof typeof panelRoutes

/** What the console needs beside the routes. */
export const consolePermission = 'control.console'

/** What a subuser for Gatehouse needs, in the order of the panel's own page. */
export const wantedPermissions: readonly string[] = [
  consolePermission,
  ...new Set(Object.values<PanelRoute>(panelRoutes).flatMap(({ permission }) => permission ?? [])),
]

/** `*` holds all of them. */
export const missingPermissions = (granted: readonly string[]): readonly string[] =>
  granted.includes('*') ? [] : wantedPermissions.filter((name) => !granted.includes(name))

/** @throws TypeError for an identifier that could change the path: a bug, because both were checked when they were read */
export function pathOf(route: PanelRoute, ids: { readonly server?: string; readonly backup?: string }): string {
  return `/api/client${route.path.replace(/\{(server|backup)\}/gu, (_all, name: 'server' | 'backup') => {
    const id = ids[name] ?? ''
    if (!isPanelId(id)) throw new TypeError(`This is no identifier of a ${name}.`)
    return id
  })}`
}

/** The short identifier of a server, or a UUID. */
export const isPanelId = (text: string): boolean => /^[0-9a-f-]{8,36}$/u.test(text)
