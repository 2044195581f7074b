/** SSH failures: why a computer cannot be reached over SSH, as errors of the catalogue with a suggestion for a person. */
import {
  type NetworkProblem,
  needsPerson,
  networkProblemOf,
  networkProblems,
  type ProblemTable,
  Unavailable,
  wrongPeer,
} from '../../connection-failure.js'

/** Why SSH is not connected. `details.reason` of the error. */
export type SshProblem =
  | NetworkProblem
  | 'not-ssh'
  | 'no-answer'
  | 'sign-in-refused'
  | 'agent-refused'
  | 'agent-empty'
  | 'agent-away'
  | 'no-credentials'
  | 'second-factor'
  | 'key-file'
  | 'key-locked'
  | 'no-sftp'
  | 'no-tunnel'
  | 'one-channel'

export const sshProblems: ProblemTable<SshProblem> = {
  ...networkProblems({
    address: 'this address and port',
    server: 'the SSH server',
    port: 'the SSH port',
    check: 'Check that the port is the one of SSH or SFTP.',
  }),
  'not-ssh': wrongPeer(
    'The program at this port does not speak SSH, or it closed the connection at once.',
    'Check that the port is the one of SSH or SFTP. It is usually 22, and 2022 at a host with a panel.',
  ),
  'no-answer': {
    code: 'SYSTEM.TIMEOUT',
    message: 'The SSH server stopped answering.',
    suggestion: 'Check the network. If it happens again, ask the host whether the server has a problem.',
    retry: 'growing',
  },
  'sign-in-refused': needsPerson(
    'AUTH.TOKEN_INVALID',
    'The SSH server refused the sign-in.',
    'Check the user name, and the password or key.',
  ),
  'agent-refused': needsPerson(
    'AUTH.TOKEN_INVALID',
    'The SSH agent has no key that the server accepts.',
    'Add the key to the agent with ssh-add, or choose the key file.',
  ),
  'agent-empty': needsPerson(
    'AUTH.TOKEN_INVALID',
    'The SSH agent holds no key.',
    'Add one with ssh-add, which a new sign-in on this computer may need again. Or choose the key file.',
  ),
  'agent-away': needsPerson(
    'AUTH.TOKEN_INVALID',
    'The SSH agent of this computer does not answer, and there is no other key or password.',
    'Unlock or start the agent, or choose the key file.',
  ),
  'no-credentials': needsPerson(
    'AUTH.TOKEN_INVALID',
    'There is nothing to sign in with: no password, no private key, no SSH agent.',
    'Enter the password, or choose the file of a private key.',
  ),
  'second-factor': needsPerson(
    'AUTH.TOKEN_INVALID',
    'The SSH server asks for a one-time code, which Gatehouse cannot enter.',
    'Make a user or a key for Gatehouse that needs no code.',
  ),
  'key-file': needsPerson(
    'PROTOCOL.INVALID_REQUEST',
    'The file with the private key cannot be read.',
    'Choose a private key, for example id_ed25519 in the folder .ssh.',
  ),
  'key-locked': needsPerson(
    'AUTH.TOKEN_INVALID',
    'The private key needs its passphrase, or the passphrase is wrong.',
    'Enter the passphrase of the key, or add the key to the agent.',
  ),
  'no-sftp': wrongPeer(
    'The SSH server offers no files (SFTP).',
    'Turn SFTP on in sshd_config: Subsystem sftp internal-sftp.',
  ),
  'no-tunnel': wrongPeer(
    'The SSH server allows no tunnels, so commands cannot be sent.',
    'Set AllowTcpForwarding yes in sshd_config for this user.',
  ),
  'one-channel': wrongPeer(
    'The SSH server gives one channel at a time, as those of panels do: it has files, and no tunnel for commands.',
    'Add the server with sftp:// instead, or with its panel.',
  ),
}

/** SSH is not connected; carries the reason. */
export class SshUnavailable extends Unavailable<SshProblem> {
  constructor(problem: SshProblem, options: { details?: Record<string, unknown>; cause?: unknown } = {}) {
    super(sshProblems, problem, { ...options, details: { why: `ssh-${problem}`, ...options.details } })
  }
}

export const sshProblemOf = (error: unknown): SshProblem => networkProblemOf(error) ?? 'lost'
