/** Docker failures: why a server in a container is not reached, as errors of the catalogue with a suggestion. */
import { GatewayError } from '@contract/gateway-error.js'
import type { DockerProblem } from '@shared/servers/docker-problems.js'
import {
  needsPerson,
  type ProblemDescription,
  type ProblemTable,
  Unavailable,
  unavailable,
  wrongPeer,
} from '../../connection-failure.js'
import type { SessionProblem } from '../../reconnecting-connection.js'

export const dockerDescriptions: ProblemTable<DockerProblem> = {
  'no-engine': unavailable('Docker does not respond.', 'Start Docker on this computer, or check DOCKER_HOST.'),
  'no-own-engine': unavailable(
    'The Docker of this user does not respond.',
    'Start it with systemctl --user start docker, or start Docker Desktop. So that it runs without a sign-in: loginctl enable-linger.',
  ),
  'no-permission': {
    code: 'AUTH.UNAUTHORIZED',
    message: 'This user may not use Docker.',
    suggestion: 'Add the user to the group docker and sign in again. Who is in it has the rights of root.',
    retry: 'slow',
  },
  'bad-engine-address': needsPerson(
    'PROTOCOL.INVALID_REQUEST',
    'This is not an address of a Docker engine.',
    'Enter it as unix:///PATH, tcp://HOST:PORT or ssh://USER@HOST.',
  ),
  'unencrypted-engine': needsPerson(
    'PROTOCOL.INVALID_REQUEST',
    'This Docker engine is on another computer, and the connection is not encrypted.',
    'Set up TLS on the engine, and set DOCKER_CERT_PATH to the folder with ca.pem, cert.pem and key.pem.',
  ),
  'engine-over-ssh': {
    code: 'SYSTEM.SERVICE_UNAVAILABLE',
    message: 'SSH is connected, but Docker on that computer does not respond.',
    suggestion: 'Sign in there as this user and check that docker ps works.',
    retry: 'slow',
  },
  'no-certificates': needsPerson(
    'PROTOCOL.INVALID_REQUEST',
    "The certificates for the Docker engine can't be read.",
    'Set DOCKER_CERT_PATH to the folder with ca.pem, cert.pem and key.pem.',
  ),
  'engine-refused': unavailable('Docker refused the request.', 'Read the reason in the details.'),
  'engine-reply': wrongPeer('What responds is not a Docker engine.', 'Check DOCKER_HOST.'),
  'engine-lost': unavailable('The connection to Docker closed.', 'Check that Docker runs.'),
  'no-container': {
    code: 'SYSTEM.SERVICE_UNAVAILABLE',
    message: 'There is no container of this name.',
    suggestion: 'Check the name with docker ps -a, or create the container again.',
    retry: 'slow',
  },
  'container-stopped': unavailable('The container is stopped.', 'Start it.'),
  'rcon-off': unavailable(
    'The server in the container does not answer RCON.',
    'If it has just started, wait. Else check that ENABLE_RCON is not false in compose.yaml.',
  ),
  'no-console': {
    code: 'SYSTEM.SERVICE_UNAVAILABLE',
    message: 'The container has no rcon-cli, and its RCON port is not reached from here.',
    suggestion: 'Turn RCON on, and publish its port to this computer only: 127.0.0.1:25575:25575.',
    retry: 'slow',
  },
  'no-data-folder': wrongPeer(
    'The folder of the server in the container is not found.',
    'Mount a volume at /data, as itzg/minecraft-server does.',
  ),
} satisfies Record<DockerProblem, ProblemDescription>

/** The way to the server fails; carries the reason. */
export class DockerUnavailable extends Unavailable<DockerProblem> {
  /** @param options.text what Docker or the container says: untrusted */
  constructor(problem: DockerProblem, { text, cause }: { text?: string; cause?: unknown } = {}) {
    const details = { reason: `docker-${problem}`, ...(text && { text: text.slice(0, 500) }) }
    super(dockerDescriptions, problem, { details, cause })
  }
}

export function explainDocker(thrown: unknown): SessionProblem {
  const error = thrown instanceof GatewayError ? thrown : new DockerUnavailable('engine-lost', { cause: thrown })
  return { error, retry: error instanceof DockerUnavailable ? error.retry : 'growing' }
}
