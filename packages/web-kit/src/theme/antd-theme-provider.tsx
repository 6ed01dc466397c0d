import { ConfigProvider } from 'antd';
import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { antdTheme } from './antd-theme.js';
import './controls.css';
import { useTheme } from './theme-choice.js';

const chevron = <ChevronDown size={14} aria-hidden />;

/** Around every screen: antd in the colours, sizes and motion of the theme now shown. */
export function AntdTheme({ children }: { children: ReactNode }) {
  return (
    <ConfigProvider
      theme={antdTheme[useTheme().theme]}
      button={{ autoInsertSpace: false }}
      select={{ suffixIcon: chevron }}
      wave={{ disabled: true }}
    >
      {children}
    </ConfigProvider>
  );
}
