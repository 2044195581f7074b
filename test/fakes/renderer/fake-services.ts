/** Fake services: MCP servers behind Gatehouse, and importable ones of Claude Desktop, in every state that screens show. */
import type { ServicesView, ServiceView, SignInState } from '@shared/servers/service.js'
import type { ImportSource } from '@shared/servers/service-import.js'
import type { Result } from '../../../src-main/owner/table/shapes.js'
import type { Carried, PageEvent, PageOrder, Payload, Returned } from '../../../src-main/owner/table/table.js'

type ServiceHandlers = {
  [C in Extract<PageOrder, `services:${string}`>]: (payload: Payload<C>) => Result<Returned<C>>
}

const service = (name: string, shows: string, more: Partial<ServiceView> = {}): ServiceView => {
  const [command = '', ...args] = shows.split(' ')
  return {
    ...{
      id: `service:${name}`,
      name,
      namespace: name.toLowerCase().replaceAll(' ', '-'),
      type: 'stdio',
      enabled: true,
    },
    ...{ status: 'running', healthy: true, tools: 0, calls: 0, restarts: 0 },
    ...{ shows, draft: { type: 'stdio', command, args, env: { LANG: 'en' } } },
    ...more,
  }
}

export const noServices: ServicesView = {
  services: [],
  problems: [],
  file: '/home/mia/.local/share/gatehouse/services.json',
  named: false,
}

export const exampleServices: ServicesView = {
  ...noServices,
  services: [
    service('OBS control', 'npx -y obs-mcp', { tools: 24, calls: 112 }),
    service('Files', 'npx -y @modelcontextprotocol/server-filesystem /home/mia/stream/notes', {
      ...{ tools: 11, calls: 34 },
      lastError: {
        code: 3002,
        message: 'ENOENT: no such file, open /home/mia/stream/notes/x.md',
        at: '2026-11-22T13:20:00Z',
      },
    }),
    service('Web search', 'https://search.example.org/mcp', {
      ...{ type: 'http', status: 'starting', healthy: false, tools: 2, calls: 128 },
      draft: {
        type: 'http',
        url: 'https://search.example.org/mcp',
        headers: { Authorization: '${secret:Web search/Authorization}' },
      },
      lastError: { code: 2003, message: 'No reply for 30 s', at: '2026-11-22T14:05:00Z' },
    }),
    service('Discord posts', 'npx -y discord-mcp', {
      ...{ status: 'error', healthy: false, restarts: 3 },
      lastError: { code: 2001, message: 'npx was not found in the PATH of Gatehouse.', at: '2026-11-22T14:11:00Z' },
    }),
    service('Memory', 'uvx memory-server', {
      healthy: false,
      tools: 9,
      calls: 3,
      lastError: { code: 2005, message: '', at: '2026-11-22T14:12:00Z' },
    }),
    service('Issue tracker', 'https://tracker.example.org/mcp', {
      ...{ type: 'http', status: 'error', healthy: false, signIn: 'needed' },
      draft: { type: 'http', url: 'https://tracker.example.org/mcp' },
      lastError: { code: 2001, message: 'The service asks you to sign in.', at: '2026-11-22T14:12:00Z' },
    }),
    service('Calendar', 'uvx calendar-mcp --readonly', { status: 'stopped', healthy: false, enabled: false, tools: 6 }),
  ],
}

export const brokenServices: ServicesView = {
  ...exampleServices,
  problems: [{ code: 1001, message: 'This is not JSON: comma expected.', line: 12, column: 5 }],
}

export const exampleSources: readonly ImportSource[] = [
  {
    program: 'claude-desktop',
    file: '/home/mia/.config/Claude/claude_desktop_config.json',
    entries: [
      { name: 'Notes', shows: 'npx notes-server /home/mia/stream', keys: 0 },
      { name: 'Stream titles', shows: 'uvx stream-titles', keys: 1 },
      { name: 'Browser', shows: 'node /opt/tools/browser/index.js', keys: 1 },
      { name: 'Photo library', shows: 'photos', keys: 0, stays: 'client-value' },
      { name: 'gatehouse', shows: '/opt/Gatehouse/gatehouse', keys: 0, stays: 'gatehouse' },
    ],
  },
  {
    program: 'vscode',
    file: '/home/mia/.config/Code/User/mcp.json',
    entries: [{ name: 'time', shows: 'uvx mcp-server-time', keys: 0 }],
    imported: { at: '2026-11-20T12:00:00Z', services: 2 },
  },
]

export function servicesOf(
  view: () => ServicesView,
  set: (view: ServicesView) => void,
  sources: () => readonly ImportSource[],
  push: <C extends PageEvent>(channel: C, message: Carried<C>) => void,
): ServiceHandlers {
  const done = { ok: true, value: null } as const
  const change = (name: string, status: ServiceView['status'] | undefined) => {
    const services = view().services.flatMap((one) => {
      if (one.name !== name) return [one]
      return status === undefined ? [] : [{ ...one, status, healthy: status === 'running' }]
    })
    set({ ...view(), services })
    push('services:changed', view())
    return done
  }
  const setSignIn = (name: string, signIn: SignInState) => {
    set({ ...view(), services: view().services.map((one) => (one.name === name ? { ...one, signIn } : one)) })
    push('services:changed', view())
    return done
  }
  return {
    'services:list': () => ({ ok: true, value: view() }),
    'services:add': ({ name, draft }) => {
      const shows =
        draft.type === 'stdio' ? [draft.command, ...draft.args].join(' ') : 'url' in draft ? draft.url : draft.module
      set({
        ...view(),
        services: [...view().services, service(name, shows, { type: draft.type, draft, status: 'starting' })],
      })
      push('services:changed', view())
      return { ok: true, value: { remembered: true } }
    },
    'services:edit': () => ({ ok: true, value: { remembered: false } }),
    'services:remove': ({ name }) => change(name, undefined),
    'services:start': ({ name }) => change(name, 'running'),
    'services:stop': ({ name }) => change(name, 'stopped'),
    'services:restart': ({ name }) => change(name, 'running'),
    'services:sign-in': ({ name }) => setSignIn(name, 'waiting'),
    'services:sign-out': ({ name }) => setSignIn(name, 'needed'),
    'services:choose-module': () => ({ ok: true, value: '/home/mia/notes/service.mjs' }),
    'services:log': ({ name }) => ({
      ok: true,
      value:
        name === 'Calendar'
          ? []
          : [
              'Secure MCP Filesystem Server running on stdio',
              'Client does not support MCP Roots',
              '允许的文件夹：/home/mia/stream/notes',
            ],
    }),
    'services:sources': () => ({ ok: true, value: sources() }),
    'services:choose-file': () => ({ ok: true, value: null }),
    'services:preview-import': ({ file, names }) => ({
      ok: true,
      value: {
        file,
        expected: 'a'.repeat(64),
        running: { kind: 'no' },
        lines: [
          { kind: 'same', text: '  "mcpServers": {' },
          ...names.map((name) => ({
            kind: 'removed' as const,
            text: `    ${JSON.stringify(name)}: ${name === 'Notes' ? '{ "command": "npx" }' : '{ "env": { "TOKEN": "••••" } }'},`,
          })),
          { kind: 'same', text: '    "gatehouse": { "command": "/opt/Gatehouse/gatehouse" }' },
          { kind: 'same', text: '  }' },
        ],
      },
    }),
    'services:import': ({ names }) => ({ ok: true, value: { services: names } }),
    'services:undo-import': () => done,
  }
}
