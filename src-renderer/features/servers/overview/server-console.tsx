/**
 * Server console: the last lines of a server's log, what AI and the owner did, and a line for commands.
 *
 * Guards invariant 5: a line of the log is text and nothing else; who did something is said by Gatehouse, never by a line.
 */

import { ownCaller } from '@shared/clients/own-callers.js'
import { isConnected, type Server } from '@shared/servers/server.js'
import { type ConsoleLine, maxCommandLength } from '@shared/servers/server-console.js'
import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { attempt } from '../../../bridge.js'
import { callSentence } from '../../../sentences/call-sentence.js'
import { SentenceText } from '../../../sentences/sentence-text.js'
import { useCapabilityName } from '../../../state/capability-name.js'
import { goTo, goToServer } from '../../../state/navigation.js'
import { useRequest } from '../../../state/use-request.js'
import { Button } from '../../../ui/buttons/button.js'
import { Form } from '../../../ui/fields/form.js'
import { ErrorNote } from '../../../ui/messages/error-note.js'
import { CallerName } from '../../../ui/names/caller-name.js'
import { visibleText } from '../../../ui/text/visible-text.js'
import { clockTime } from '../../../ui/time/clock-time.js'
import { usePolled } from './use-polled.js'

const readEveryMs = 1_000
const maxHistory = 50

/** Commands of this session of the window, by server, oldest first. */
const histories = new Map<string, readonly string[]>()

const CallLine = ({ line, server }: { readonly line: ConsoleLine & { kind: 'call' }; readonly server: string }) => {
  const { t } = useTranslation()
  const nameOf = useCapabilityName()
  const { caller, capabilityId, arguments: given } = line
  const { command } = given
  const isTheirs = ownCaller(caller) === undefined
  return (
    <>
      <b>{isTheirs ? <CallerName caller={caller} /> : t('serverPage.you')}</b>
      {': '}
      {typeof command === 'string' ? (
        visibleText(command)
      ) : (
        <SentenceText
          sentence={callSentence({ capabilityId, arguments: given, caller }, 'title', nameOf(server, capabilityId))}
          limit={120}
        />
      )}
    </>
  )
}

const lookOf = (line: ConsoleLine): string => {
  if (line.kind === 'call') return ownCaller(line.caller) === undefined ? 'ai' : 'you'
  return line.kind === 'log' ? (line.level ?? '') : 'reply'
}

const timeOf = (line: ConsoleLine): string =>
  (line.kind === 'log' ? line.clock : undefined) ?? (line.at === undefined ? '' : clockTime(line.at))

const Lines = ({ lines, server }: { readonly lines: readonly ConsoleLine[]; readonly server: string }) => {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const follows = useRef(true)
  // biome-ignore lint/correctness/useExhaustiveDependencies: new lines are why it scrolls
  useLayoutEffect(() => {
    if (box.current && follows.current) box.current.scrollTop = box.current.scrollHeight
  }, [lines])
  return (
    <div
      className="console-lines"
      role="log"
      aria-label={t('serverPage.console')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also with the keyboard
      tabIndex={0}
      ref={box}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        follows.current = scrollHeight - scrollTop - clientHeight < 24
      }}
    >
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no id, and equal ones look equal
        <p key={at} className={`console-line ${lookOf(line)}`}>
          <time>{timeOf(line)}</time>
          <span>{line.kind === 'call' ? <CallLine line={line} server={server} /> : visibleText(line.text)}</span>
        </p>
      ))}
    </div>
  )
}

export const ServerConsole = ({ server }: { readonly server: Server }) => {
  const { t } = useTranslation()
  const { id } = server
  const isThere = isConnected(server)
  const request = useCallback(() => attempt('console:read', { server: id }), [id])
  const { value: view, error: readError, read } = usePolled(request, readEveryMs)
  const { busy, error, send } = useRequest()
  const [command, setCommand] = useState('')
  /** Place in the history; its length for the line that is typed now. */
  const [place, setPlace] = useState<number>()
  const title = t('serverPage.console')
  if (readError && !view) return <ErrorNote error={readError} quiet />
  if (!view || (!view.hasCommands && !view.hasLog && view.lines.length === 0)) return null

  const run = async () => {
    const wanted = command.trim().replace(/^\//u, '')
    if (wanted === '' || busy || !isThere) return
    const before = histories.get(id) ?? []
    histories.set(id, [...before.filter((one) => one !== wanted), wanted].slice(-maxHistory))
    setPlace(undefined)
    const result = await send(attempt('console:run', { server: id, command: wanted }))
    if (result.ok) setCommand('')
    await read()
  }

  const look = (event: KeyboardEvent<HTMLInputElement>) => {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    const history = histories.get(id) ?? []
    if (step === undefined || history.length === 0) return
    event.preventDefault()
    const next = Math.min(Math.max((place ?? history.length) + step, 0), history.length)
    setPlace(next)
    setCommand(history[next] ?? '')
  }

  return (
    <section className="overview-part console" aria-label={title}>
      <div className="overview-head">
        <h2>{title}</h2>
        <span className="overview-space" />
        <span className="console-legend">{t('serverPage.legendAi')}</span>
        <button type="button" className="overview-link" onClick={() => goTo({ screen: 'audit' })}>
          {t('serverPage.openLog')}
        </button>
      </div>
      <div className="console-box">
        <Lines lines={view.lines} server={id} />
        {view.hasCommands && (
          <Form className="console-form" onSubmit={run}>
            <span aria-hidden="true">&gt;</span>
            <input
              type="text"
              aria-label={t('serverPage.command')}
              placeholder={t(isThere ? 'serverPage.commandHint' : 'serverPage.commandOffline')}
              autoComplete="off"
              spellCheck={false}
              maxLength={maxCommandLength}
              disabled={!isThere}
              value={command}
              onChange={({ target }) => setCommand(target.value)}
              onKeyDown={look}
            />
            <Button size="s" type="submit" disabled={!isThere || busy}>
              {t('serverPage.send')}
            </Button>
          </Form>
        )}
      </div>
      {error && <ErrorNote error={error} />}
      {view.hasCommands && <p className="overview-note">{t('serverPage.commandsAreYours')}</p>}
      {server.kind === 'java' && !view.hasLog && (
        <p className="overview-note">
          {t('serverPage.noLog')}{' '}
          <button type="button" className="overview-link" onClick={() => goToServer(id, 'connection')}>
            {t('serverPage.tabs.connection')}
          </button>
        </p>
      )}
    </section>
  )
}
