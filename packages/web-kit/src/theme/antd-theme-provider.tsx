import { ConfigProvider } from 'antd';
import type { ReactNode } from 'react';
import { antdTheme } from './antd-theme.js';
import { useTheme } from './theme-choice.js';

/** Around every screen: antd in the colours, sizes and motion of the theme now shown. */
export function AntdTheme({ children }: { children: ReactNode }) {
  return (
    <ConfigProvider theme={antdTheme[useTheme().theme]} button={{ autoInsertSpace: false }} wave={{ disabled: true }}>
      {children}
    </ConfigProvider>
  );
}
