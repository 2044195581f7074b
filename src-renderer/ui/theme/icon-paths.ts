/** One family of icons on a grid of 16, drawn with strokes of 1.6 px. */
export const iconPaths = {
  live: 'M2 8h3l2-5 3 10 2-5h2',
  shield: 'M8 2l5 2v4c0 3-2 5-5 6-3-1-5-3-5-6V4z',
  server: 'M2.5 3h11v4h-11zM2.5 9h11v4h-11zM5 5h.1M5 11h.1',
  key: 'M7.6 8a2.6 2.6 0 1 0-5.2 0 2.6 2.6 0 0 0 5.2 0zM7.6 8H14v3M11.5 8v2.2',
  person: 'M8 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM3.5 13.5c.4-2.4 2.2-3.8 4.5-3.8s4.1 1.4 4.5 3.8',
  people:
    'M6 8a2.5 2.5 0 1 0 0-5 2.5 2.5 0 0 0 0 5zM1.8 13.5c.3-2.3 2-3.5 4.2-3.5s3.9 1.2 4.2 3.5M10.5 3.2a2.5 2.5 0 0 1 0 4.6M12 10.4c1.3.5 2.1 1.6 2.3 3.1',
  settings:
    'M8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4zM8 1.5v2M8 12.5v2M1.5 8h2M12.5 8h2M3.5 3.5l1.4 1.4M11.1 11.1l1.4 1.4M12.5 3.5l-1.4 1.4M4.9 11.1l-1.4 1.4',
  search: 'M7 11.5a4.5 4.5 0 1 0 0-9 4.5 4.5 0 0 0 0 9zM10.5 10.5l3 3',
  join: 'M7 8h6M10 5l3 3-3 3M7 3H3v10h4',
  leave: 'M13 8H7M10 5L7 8l3 3M7 3H3v10h4',
  chat: 'M2.5 3h11v8h-6l-3 2.5V11h-2z',
  call: 'M3 8h9M8 4l4 4-4 4',
  warning: 'M8 2.5l6.5 11h-13zM8 6.5v3M8 11.6v.1',
  event: 'M8 2l5.5 3v6L8 14l-5.5-3V5zM2.5 5L8 8l5.5-3M8 8v6',
  done: 'M3 8l3.5 3.5L13 4',
  refused: 'M4 4l8 8M12 4l-8 8',
  open: 'M8 13A5 5 0 1 0 8 3a5 5 0 0 0 0 10z',
  arrow: 'M3 8h10M9 4l4 4-4 4',
  down: 'M4 6l4 4 4-4',
  right: 'M6 4l4 4-4 4',
  left: 'M10 4L6 8l4 4',
  undo: 'M3 8a5 5 0 1 1 1.5 3.5M3 12V8h4',
  final: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM3.8 3.8l8.4 8.4',
  note: 'M3 2.5h7l3 3v8H3zM10 2.5v3h3M5.5 8h5M5.5 10.5h5',
  plus: 'M8 3v10M3 8h10',
  trash: 'M3 4.5h10M6.5 4.5V3h3v1.5M4.5 4.5l.6 8.5h5.8l.6-8.5',
  copy: 'M5.5 5.5h7.5v8H5.5zM10.5 5.5v-3H3v8h2.5',
  world:
    'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM2 8h12M8 2c2 1.7 2.6 3.8 2.6 6S10 12.3 8 14c-2-1.7-2.6-3.8-2.6-6S6 3.7 8 2z',
  plug: 'M6 2.5v3M10 2.5v3M4 5.5h8v2.5a4 4 0 0 1-8 0zM8 12v2',
  history: 'M2.5 8a5.5 5.5 0 1 0 1.8-4.1M2.5 2.5v3h3M8 5v3.2l2.2 1.3',
  rules: 'M2.5 4.5h6M11.5 4.5h2M2.5 11.5h2M7.5 11.5h6M10 2.8v3.4M6 9.8v3.4',
  ask: 'M8 14A6 6 0 1 0 8 2a6 6 0 0 0 0 12zM6.3 6.3a1.8 1.8 0 1 1 2.6 1.6c-.6.3-.9.7-.9 1.3M8 11.3v.1',
  file: 'M8 2.5v7.5M5 7.5L8 10.5l3-3M3 13.5h10',
  close: 'M4.5 4.5l7 7M11.5 4.5l-7 7',
  redacted:
    'M2 8c1.5-2.7 3.5-4 6-4s4.5 1.3 6 4c-1.5 2.7-3.5 4-6 4s-4.5-1.3-6-4zM8 9.8a1.8 1.8 0 1 0 0-3.6 1.8 1.8 0 0 0 0 3.6zM3 13.5L13 2.5',
  lock: 'M3.5 7h9v6.5h-9zM5.5 7V5a2.5 2.5 0 0 1 5 0v2',
  more: 'M3.5 8h.1M8 8h.1M12.4 8h.1',
  pause: 'M5.5 3v10M10.5 3v10',
} as const satisfies Readonly<Record<string, string>>

export type IconName = keyof typeof iconPaths
