/** Docker problems: why a server in a container is not reached. `details.reason` of the error, behind `docker-`. */
export const dockerProblems = [
  'no-engine',
  'no-own-engine',
  'no-permission',
  'bad-engine-address',
  'unencrypted-engine',
  'engine-over-ssh',
  'no-certificates',
  'engine-refused',
  'engine-reply',
  'engine-lost',
  'no-container',
  'container-stopped',
  'rcon-off',
  'no-console',
  'no-data-folder',
] as const

export type DockerProblem = (typeof dockerProblems)[number]

/** The sentence that says what access to Docker means, for every screen that asks for it. */
export const dockerPowerKey = 'dockerProblem.power'
