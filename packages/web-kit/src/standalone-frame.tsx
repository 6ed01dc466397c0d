import { Suspense } from 'react';
import { Outlet } from './router.js';
import { Button } from 'antd';
import { HeaderSlotPlace, HeaderSlotProvider } from './slice/header-slot.js';
import { useCurrentUser } from './session/current-user.js';
import { loginHref } from './slice/paths.js';
import { AntdTheme } from './theme/antd-theme-provider.js';
import { useTheme } from './theme/theme-choice.js';
import { Toaster } from './toast/toaster.js';
import { NoticeCard } from './components/notice-card.js';
import { Skeleton } from './components/skeleton.js';

/** Around a slice that runs alone: its name, the place for its controls, toasts, theme, and who is signed in. */
export function StandaloneFrame({ name }: { name: string }) {
  const { status } = useCurrentUser();
  const { theme, choose } = useTheme();
  return (
    <AntdTheme>
      <HeaderSlotProvider>
        <header className="pl-standalone">
          <strong>{name}</strong>
          <HeaderSlotPlace />
          <Button onClick={() => choose(theme === 'dark' ? 'light' : 'dark')}>
            {theme === 'dark' ? 'Light theme' : 'Dark theme'}
          </Button>
        </header>
        {status === 'signed-out' && (
          <NoticeCard
            title="Not signed in"
            text="This slice runs alone and asks a running installation for its data."
            action={<a href={loginHref(location.pathname)}>Sign In</a>}
          />
        )}
        <Suspense fallback={<Skeleton />}>
          <Outlet />
        </Suspense>
        <Toaster />
      </HeaderSlotProvider>
    </AntdTheme>
  );
}
