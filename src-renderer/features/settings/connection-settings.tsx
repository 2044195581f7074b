/** Connection settings: how AI clients connect, and the HTTP port on this computer. */
import { useTranslation } from 'react-i18next'
import { goTo } from '../../state/navigation.js'
import { usePreferences } from '../../state/preferences.js'
import { Button } from '../../ui/buttons/button.js'
import { MaskedText } from '../../ui/text/masked-text.js'
import { Icon } from '../../ui/theme/icon.js'
import type { SectionProps } from './section.js'
import { Setting } from './setting.js'
import { TypedSetting } from './typed-setting.js'

const wholeNumber = /^\d{1,5}$/u
const [least, most] = [1_024, 65_535]

export const ConnectionSettings = ({ settings, onChange }: SectionProps) => {
  const { t } = useTranslation()
  const info = usePreferences((preferences) => preferences.info)
  const port = info?.port
  const isLater = port !== undefined && settings.httpPort !== 0 && settings.httpPort !== port
  const isPort = (typed: string) => Number(typed) === 0 || (Number(typed) >= least && Number(typed) <= most)
  return (
    <>
      <Setting title={t('connect.title')} text={t('connect.intro')}>
        <Button icon="plug" onClick={() => goTo({ screen: 'clients', adding: true })}>
          {t('connect.title')}
        </Button>
      </Setting>
      <TypedSetting
        numeric
        title={t('connect.port')}
        text={t('connect.portText')}
        value={String(settings.httpPort)}
        problemOf={(typed) =>
          wholeNumber.test(typed) && isPort(typed)
            ? undefined
            : t('connect.portProblem', { least: `${least}`, most: `${most}` })
        }
        onSave={(typed) => onChange({ httpPort: Number(typed) })}
      />
      {info?.portTaken !== undefined && info.portTaken === settings.httpPort ? (
        <p className="setting-remark" role="status">
          <Icon name="warning" /> {t('connect.portTaken', { port: `${info.portTaken}` })}
        </p>
      ) : (
        isLater && (
          <p className="setting-remark" role="status">
            {t('connect.portLater')}
          </p>
        )
      )}
      {info && (
        <dl className="settings-about">
          <dt>{t('settings.endpoint')}</dt>
          <dd className="mono">
            <MaskedText text={info.endpoint} />
          </dd>
        </dl>
      )}
    </>
  )
}
