/**
 * Error text: an error in the language of the screen.
 *
 * The code selects the text in the catalogue. Texts of main or a server, in any language, are shown as details. Their
 * suggestion replaces the general one, because it is more specific.
 */
import { errorCatalogue, isErrorCode } from '@contract/error-catalogue.js'
import { settingsFileProblems } from '@shared/program/portable-settings.js'
import { gatewayProblems } from '@shared/remote/gateway.js'
import { dockerProblems } from '@shared/servers/docker-problems.js'
import { voteProblems } from '@shared/streaming/votes.js'
import { noResponse } from '../../bridge.js'
import { visibleText } from '../text/visible-text.js'

/** The members of an error that every screen uses; `ContractError` and the error of a live entry both fit. */
export interface ErrorDescription {
  readonly code: string
  readonly message: string
  readonly suggestion?: string
  readonly details?: Readonly<Record<string, unknown>>
}

/** Worlds that cannot be read, and builds that ended early, with their own text: `details.why` of an error. */
const worldProblems = [
  'build-stopped',
  'build-outside-areas',
  'build-not-loaded',
  'build-not-saved',
  'build-plan-changed',
  'build-plan-gone',
  'build-elsewhere',
  'build-other-world',
  'build-world-unmarked',
  'build-refused',
  'build-unknown-blocks',
  'build-states-not-turned',
  'folder-compression',
  'folder-region-format',
  'folder-chunk-file-missing',
  'folder-chunk-too-large',
  'folder-chunk-in-parts',
  'folder-no-world',
  'folder-level-name',
  'folder-container-outside',
  'folder-damaged',
  'folder-keeps-changing',
  'folder-not-generated',
  'folder-unsupported',
  'folder-not-server',
] as const

/** Why a structure file is refused: `details.why` of an error. */
const structureProblem = /^structure-[a-z-]{1,40}$/u

/** Problems of an RCON password, which nobody calls a token: `details.reason` of an error. */
const passwordProblems = ['wrong-password', 'no-password'] as const

/** Why a way to a server does not work: `details.why` of an error. */
const wayProblem = /^(panel|mcsmanager|ssh)-([a-z-]{1,40})$/u

/** A server that its host does not run now: `details.reason` of an error. */
const powerProblems = ['server-stopped', 'server-crashed', 'server-starting', 'server-stopping'] as const

/** Why a server was not started or stopped: `details.why` of an error. */
const orderProblems = ['power-players', 'power-busy', 'power-unknown', 'power-crashed', 'power-none'] as const

export interface ErrorText {
  readonly message: string
  readonly suggestion: string
  /** External text, made visible; empty when it adds nothing. */
  readonly details: string
}

type Translate = (
  key: string,
  options: { readonly defaultValue: string; readonly name?: string; readonly file?: string },
) => string

export const errorText = (error: ErrorDescription, t: Translate): ErrorText => {
  const { code, message, suggestion = '', details: facts } = error
  const reported = visibleText(message)
  if (code === noResponse) {
    return {
      message: t('problem.noAnswer', { defaultValue: reported }),
      suggestion: t('problem.noAnswerSuggestion', { defaultValue: '' }),
      details: '',
    }
  }
  if (!isErrorCode(code)) return { message: reported, suggestion: visibleText(suggestion), details: '' }
  const why = code === 'BUSINESS.OPERATION_FAILED' && worldProblems.find((one) => one === facts?.why)
  if (why) {
    const [name = '', file = ''] = [facts?.name, facts?.file].map((fact) => visibleText(String(fact ?? '')))
    return {
      message: t(`worldProblem.${why}.what`, { defaultValue: reported, name, file }),
      suggestion: t(`worldProblem.${why}.next`, { defaultValue: visibleText(suggestion) }),
      details: '',
    }
  }
  if (typeof facts?.why === 'string' && structureProblem.test(facts.why)) {
    return {
      message: t(`structureProblem.${facts.why}.what`, { defaultValue: reported }),
      suggestion: t(`structureProblem.${facts.why}.next`, { defaultValue: visibleText(suggestion) }),
      details: '',
    }
  }
  const gateway = gatewayProblems.find((one) => one === facts?.gateway)
  if (gateway) {
    return {
      message: t(`gatewayProblem.${gateway}.what`, { defaultValue: reported }),
      suggestion: t(`gatewayProblem.${gateway}.next`, { defaultValue: visibleText(suggestion) }),
      details: '',
    }
  }
  const password = code.startsWith('AUTH.') && passwordProblems.find((one) => one === facts?.reason)
  if (password) {
    return {
      message: t(`passwordProblem.${password}.what`, { defaultValue: reported }),
      suggestion: t(`passwordProblem.${password}.next`, { defaultValue: visibleText(suggestion) }),
      details: '',
    }
  }
  const [, way, problem] = (typeof facts?.why === 'string' && wayProblem.exec(facts.why)) || []
  if (way !== undefined) {
    const name = visibleText(String(facts?.missing ?? facts?.node ?? facts?.answer ?? facts?.actions ?? ''))
    const [what, next] = [{ defaultValue: reported, name }, { defaultValue: visibleText(suggestion) }]
    const texts = {
      panel: () => [t(`panelProblem.${problem}.what`, what), t(`panelProblem.${problem}.next`, next)],
      mcsmanager: () => [t(`mcsManagerProblem.${problem}.what`, what), t(`mcsManagerProblem.${problem}.next`, next)],
      ssh: () => [t(`sshProblem.${problem}.what`, what), t(`sshProblem.${problem}.next`, next)],
    }
    const [said = reported, advised = ''] = texts[way as keyof typeof texts]()
    return { message: said, suggestion: advised, details: '' }
  }
  const power = code === 'SYSTEM.SERVICE_UNAVAILABLE' && powerProblems.find((one) => one === facts?.reason)
  if (power) {
    return {
      message: t(`powerProblem.${power}.what`, { defaultValue: reported }),
      suggestion: t(`powerProblem.${power}.next`, { defaultValue: visibleText(suggestion) }),
      details: '',
    }
  }
  const order = orderProblems.find((one) => one === facts?.why)
  if (order) {
    const key = order === 'power-players' && facts?.count === undefined ? 'power-players-unknown' : order
    const name = visibleText(String(facts?.count ?? ''))
    return {
      message: t(`powerProblem.${key}.what`, { defaultValue: reported, name }),
      suggestion: t(`powerProblem.${key}.next`, { defaultValue: visibleText(suggestion) }),
      details: '',
    }
  }
  const docker = dockerProblems.find((one) => `docker-${one}` === facts?.reason)
  if (docker) {
    return {
      message: t(`dockerProblem.${docker}.what`, { defaultValue: reported }),
      suggestion: t(`dockerProblem.${docker}.next`, { defaultValue: visibleText(suggestion) }),
      details: visibleText(String(facts?.text ?? '')),
    }
  }
  const vote = voteProblems.find((one) => `vote-${one}` === facts?.reason)
  if (vote) {
    return {
      message: t(`voteProblem.${vote}.what`, { defaultValue: reported }),
      suggestion: t(`voteProblem.${vote}.next`, { defaultValue: visibleText(suggestion) }),
      details: '',
    }
  }
  const settingsFile = code === 'PROTOCOL.INVALID_REQUEST' && settingsFileProblems.find((one) => one === facts?.reason)
  if (settingsFile) {
    const name = visibleText(String(facts?.name ?? ''))
    return {
      message: t(`settingsFileProblem.${settingsFile}`, { defaultValue: reported, name }),
      suggestion: t('settingsFileProblem.nothing', { defaultValue: '' }),
      details: '',
    }
  }
  const general = errorCatalogue[code]
  const key = code.replaceAll('.', '_')
  const ownSuggestion = suggestion === '' || suggestion === general.suggestion
  const details = [message === general.message ? '' : message, ownSuggestion ? '' : suggestion]
  return {
    message: t(`errors.${key}.message`, { defaultValue: reported }),
    suggestion: ownSuggestion ? t(`errors.${key}.suggestion`, { defaultValue: '' }) : '',
    // Texts for AI mark names with backticks.
    details: visibleText(details.filter((text) => text.trim() !== '').join(' ')).replaceAll('`', ''),
  }
}
