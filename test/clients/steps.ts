/** The steps of the story that every client walks. */
export const steps = {
  configuration: 'reads the configuration as Gatehouse writes it',
  tools: 'offers its model every tool',
  marks: 'shows its model the marks around what players wrote',
  approval: 'waits six seconds for an approval, and shows the result',
  later: 'gets the result of an approval after its own limit',
  denial: 'shows its model a denial',
  restart: 'works again after a restart of Gatehouse',
  server: 'reaches a server that was added in the middle',
  http: 'works again after a restart of Gatehouse, over HTTP',
} as const

export type StepId = keyof typeof steps

export const stepIds = Object.keys(steps) as readonly StepId[]
