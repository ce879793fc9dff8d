// Declares what the libraries use of Apple's C library, as far as a type checker needs it.

typedef unsigned short mode_t;
typedef int pid_t;
typedef unsigned int uid_t, gid_t, sigset_t;
typedef unsigned int nfds_t;
typedef unsigned long size_t;
typedef long ssize_t;

#define EACCES 13
#define EAGAIN 35
#define EBADF 9
#define EDQUOT 69
#define EFBIG 27
#define EINTR 4
#define EINVAL 22
#define EIO 5
#define EISDIR 21
#define ELOOP 62
#define ENOENT 2
#define ENOSPC 28
#define ENOTDIR 20
#define ENOTSUP 45
#define EPERM 1
#define EPIPE 32
#define EROFS 30
#define FD_CLOEXEC 1
#define F_SETFD 2
#define F_SETFL 4
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x0004
#define O_CREAT 0x0200
#define O_EXCL 0x0800
#define O_NOCTTY 0x20000
#define O_CLOEXEC 0x01000000
#define PATH_MAX 1024
#define POLLIN 0x0001
#define POLLOUT 0x0004
#define S_IFDIR 0040000
#define S_IFLNK 0120000
#define S_IFMT 0170000
#define S_IFREG 0100000
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGFPE 8
#define SIGBUS 10
#define SIGSEGV 11
#define SIGTERM 15
#define SIGTSTP 18
#define SIGCONT 19
#define SIGTTIN 21
#define SIGTTOU 22
#define SIGWINCH 28
#define SA_ONSTACK 0x0001
#define SA_RESTART 0x0002
#define SIG_BLOCK 1
#define SIG_UNBLOCK 2
#define SIG_SETMASK 3
#define TCIFLUSH 1
#define TCOFLUSH 2
#define TCOON 2
#define TCSANOW 0
#define TIOCGWINSZ 0x40087468

struct stat { mode_t st_mode; uid_t st_uid; gid_t st_gid; };
struct pollfd { int fd; short events, revents; };
struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };
struct termios {
    unsigned long c_iflag, c_oflag, c_cflag, c_lflag;
    unsigned char c_cc[20];
    unsigned long c_ispeed, c_ospeed;
};
union __sigaction_u { void (*__sa_handler)(int); void (*__sa_sigaction)(int, void *, void *); };
struct sigaction { union __sigaction_u __sigaction_u; sigset_t sa_mask; int sa_flags; };
typedef struct FILE FILE;
typedef struct { long state[8]; } pthread_mutex_t;
typedef struct { long state[2]; } pthread_mutexattr_t;
typedef struct { long state[8]; } pthread_attr_t;
typedef struct _opaque_pthread_t { long state[8]; } *pthread_t;

// Apple's overlay computes the variable for each thread.
extern int errno __attribute__((swift_attr("nonisolated(unsafe)")));
int atexit(void (*function)(void));
void cfmakeraw(struct termios *settings);
int close(int descriptor);
int fcntl(int descriptor, int command, int argument);
int fchmod(int descriptor, mode_t mode);
int fchown(int descriptor, uid_t owner, gid_t group);
int fstat(int descriptor, struct stat *status);
extern FILE *stdout;
extern FILE *stderr;
int fflush(FILE *file);
int fsync(int descriptor);
char *getenv(const char *name);
pid_t getpgrp(void);
int ioctl(int descriptor, unsigned long request, void *size);
int isatty(int descriptor);
int kill(pid_t process, int number);
int lstat(const char *path, struct stat *status);
int open(const char *path, int flags, mode_t mode);
int pipe(int ends[2]);
int poll(struct pollfd *requests, nfds_t count, int timeout);
int raise(int number);
ssize_t read(int descriptor, void *bytes, size_t count);
ssize_t readlink(const char *path, char *target, size_t size);
int rename(const char *old_name, const char *new_name);
int sigaction(int number, const struct sigaction *action, struct sigaction *old_action);
int sigaddset(sigset_t *signals, int number);
int sigdelset(sigset_t *signals, int number);
int sigemptyset(sigset_t *signals);
int sigfillset(sigset_t *signals);
void (*signal(int number, void (*handler)(int)))(int);
int stat(const char *path, struct stat *status);
char *strerror(int code);
int tcflow(int descriptor, int action);
int tcflush(int descriptor, int queues);
int tcgetattr(int descriptor, struct termios *settings);
pid_t tcgetpgrp(int descriptor);
int tcsetattr(int descriptor, int actions, const struct termios *settings);
char *ttyname(int descriptor);
int unlink(const char *path);
ssize_t write(int descriptor, const void *bytes, size_t count);

int pthread_mutex_init(pthread_mutex_t *mutex, const pthread_mutexattr_t *attributes);
int pthread_mutex_destroy(pthread_mutex_t *mutex);
int pthread_mutex_lock(pthread_mutex_t *mutex);
int pthread_mutex_unlock(pthread_mutex_t *mutex);
int pthread_create(
    pthread_t _Nullable *_Nonnull thread, const pthread_attr_t *_Nullable attributes,
    void *_Nullable (*_Nonnull start)(void *_Nonnull), void *_Nullable argument);
int pthread_join(pthread_t thread, void *_Nullable *_Nullable result);
int pthread_sigmask(int change, const sigset_t *signals, sigset_t *old_signals);
