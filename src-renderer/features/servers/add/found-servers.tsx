/** Found servers: the Java servers that run on this computer, and the way to one that doesn't run. */

import type { FoundServers as Found, FoundServer } from '@shared/servers/java-server.js'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../ui/buttons/button.js'
import { Name } from '../../../ui/text/name.js'
import { Icon } from '../../../ui/theme/icon.js'

interface FoundRowProps {
  readonly found: FoundServer
  readonly first: boolean
  readonly busy: boolean
  readonly onSetUp: (folder: string) => void
  readonly onChooseFolder: () => void
}

const FoundRow = ({ found, first, busy, onSetUp, onChooseFolder }: FoundRowProps) => {
  const { t } = useTranslation()
  const { name, software, version, gamePort, folder, added } = found
  const about = [
    [software, version].filter(Boolean).join(' '),
    gamePort !== undefined && t('addJava.port', { port: String(gamePort) }),
  ].filter(Boolean)
  return (
    <li>
      <div className="found-words">
        <div className="found-name">
          <Name text={name} />
          <span>{about.join(' · ')}</span>
        </div>
        {folder === undefined ? (
          <div className="found-warning">
            <Icon name="warning" size={12} />
            {t('addJava.noFolder')}
          </div>
        ) : (
          <Name text={folder} className="mono" />
        )}
      </div>
      {added !== undefined && (
        <span className="found-added">
          <Icon name="done" size={14} />
          {t('addJava.added')}
        </span>
      )}
      {added === undefined && folder !== undefined && (
        <Button tone={first ? 'go' : 'plain'} disabled={busy} onClick={() => onSetUp(folder)}>
          {t('addJava.setUp')}
        </Button>
      )}
      {added === undefined && folder === undefined && (
        <Button disabled={busy} onClick={onChooseFolder}>
          {t('addJava.chooseFolder')}
        </Button>
      )}
    </li>
  )
}

export interface FoundServersProps {
  readonly found: Found
  readonly busy: boolean
  readonly onSetUp: (folder: string) => void
  readonly onChooseFolder: () => void
}

export const FoundServers = ({ found, busy, onSetUp, onChooseFolder }: FoundServersProps) => {
  const { t } = useTranslation()
  const { here, searching } = found
  const first = here.find(({ added, folder }) => added === undefined && folder !== undefined)
  return (
    <div className="add-found">
      <p role="status" className={here.length === 0 ? '' : 'visually-hidden'}>
        {searching && here.length === 0 ? t('addJava.searching') : t('addJava.found', { count: here.length })}
      </p>
      {here.length > 0 && (
        <ul className="found-list">
          {here.map((one) => (
            <FoundRow
              key={one.key}
              found={one}
              first={one === first}
              busy={busy}
              onSetUp={onSetUp}
              onChooseFolder={onChooseFolder}
            />
          ))}
        </ul>
      )}
      <div className="found-foot">
        <span>{t('addJava.notInList')}</span>
        <Button tone={here.length === 0 ? 'go' : 'plain'} size="s" disabled={busy} onClick={onChooseFolder}>
          {t('addJava.chooseFolder')}
        </Button>
      </div>
    </div>
  )
}
