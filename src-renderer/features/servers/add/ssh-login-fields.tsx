/**
 * SSH login fields: a machine, its user, and what signs in there: for a server over SSH, and for Docker there.
 *
 * Guards invariant 8: passwords are sent to main only.
 */
import type { SshLogin } from '@contract/java-address.js'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../../state/preferences.js'
import { TextField } from '../../../ui/fields/text-field.js'
import type { DraftField, Problems } from './use-draft.js'

export interface SshLoginDraft {
  readonly host: string
  readonly port: string
  readonly user: string
  readonly password: string
  readonly keyFile: string
}

export const emptyLogin: SshLoginDraft = { host: '', port: '22', user: '', password: '', keyFile: '' }

export const isPort = (text: string): boolean =>
  /^[0-9]{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= 65_535

export function loginProblemsOf({ host, port, user }: SshLoginDraft): Problems<SshLoginDraft> {
  return {
    ...(host.trim() === '' && { host: 'addJava.problem.hostMissing' }),
    ...(/[\s/@?#:]/.test(host.trim()) && { host: 'addJava.problem.hostWrong' }),
    ...(!isPort(port.trim()) && { port: 'addJava.problem.port' }),
    ...(user.trim() === '' && { user: 'addWay.ssh.userMissing' }),
  }
}

export const loginPlaceOf = ({ host, port, user }: SshLoginDraft): SshLogin => ({
  user: user.trim(),
  host: host.trim(),
  port: Number(port),
})

/** What signs in, as far as it was entered. */
export function signInOf({ password, keyFile }: SshLoginDraft): {
  readonly keyFile?: string
  readonly login?: string
} {
  const file = keyFile.trim()
  return { ...(file !== '' && { keyFile: file }), ...(password !== '' && { login: password }) }
}

export interface SshLoginFieldsProps {
  readonly field: (name: keyof SshLoginDraft) => DraftField
  /** More fields of what is there, before what signs in. */
  readonly children?: ReactNode
}

export const SshLoginFields = ({ field, children }: SshLoginFieldsProps) => {
  const { t } = useTranslation()
  const privacy = usePreferences(({ settings }) => settings.streamSafe) ? 'private' : ''
  return (
    <>
      <TextField label={t('addJava.address')} placeholder="vps.example.net" className={privacy} {...field('host')} />
      <TextField label={t('addWay.ssh.port')} inputMode="numeric" {...field('port')} />
      <TextField label={t('addWay.ssh.user')} className={privacy} {...field('user')} />
      {children}
      <TextField
        label={t('addWay.ssh.password')}
        type="password"
        autoComplete="new-password"
        hint={t('addWay.ssh.passwordHint')}
        {...field('password')}
      />
      <TextField
        label={t('addWay.ssh.keyFile')}
        placeholder="/home/you/.ssh/id_ed25519"
        hint={t('addWay.ssh.keyHint')}
        className={privacy}
        {...field('keyFile')}
      />
    </>
  )
}
