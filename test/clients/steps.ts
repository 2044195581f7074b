/** The steps of the story that every client walks: a sentence for the test, and a heading for the table in the docs. */
export const steps = {
  configuration: { title: 'reads the configuration as Gatehouse writes it', heading: 'Configuration' },
  tools: { title: 'offers its model every tool', heading: 'Tools' },
  marks: { title: 'shows its model the marks around what players wrote, once', heading: 'Marks' },
  approval: { title: 'waits six seconds for an approval, and shows the result', heading: 'Approval' },
  later: { title: 'gets the result of an approval after it stopped waiting', heading: 'Later approval' },
  denial: { title: 'shows its model a denial', heading: 'Denial' },
  restart: { title: 'works again after a restart of Gatehouse', heading: 'Restart' },
  server: { title: 'reads and acts on a server that was added in the middle', heading: 'New server' },
  http: { title: 'works again after a restart of Gatehouse, over HTTP', heading: 'Restart, HTTP' },
  oauth: { title: 'signs in by OAuth, and stays signed in after a restart of Gatehouse', heading: 'OAuth' },
  refresh: { title: 'stays signed in by OAuth after an hour, with its refresh token', heading: 'OAuth, later' },
} as const

export type StepId = keyof typeof steps

export const stepIds = Object.keys(steps) as readonly StepId[]
